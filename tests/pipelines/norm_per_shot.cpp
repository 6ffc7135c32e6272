#include "step_fixture.hpp"

using namespace stride;
using namespace stride::test;

TEST_CASE("norm_per_shot: the set's norm over the square root of the number of traces") {
  // sqrt((9 + 16 + 0 + 25)/2) = 5.
  const auto step = make<double>("norm_per_shot", "{}", {});
  const auto y = step->forward(list(array<double>({2, 2}, {3, 4, 0, 5})));
  CHECK(close(numbers(y[0]), std::vector<double>{0.6, 0.8, 0, 1}));
}

TEST_CASE("norm_per_shot: each set by its own norm") {
  const auto step = make<double>("norm_per_shot", "{}", {});
  const auto y = step->forward(list(array<double>({1, 2}, {3, 4}), array<double>({1, 2}, {6, 8})));
  CHECK(numbers(y[0]) == numbers(y[1]));
}

TEST_CASE("norm_per_shot: zeros stay zero, are counted, and have a zero gradient") {
  pipelines::Report report;
  StepContext<float> context;
  context.roles = {"modelled", "observed"};
  context.report = &report;
  const auto step = make("norm_per_shot", "{}", context);
  const auto inputs = [] { return list(noise<float>({3, 5}, 1), Array<float>::zeros({3, 5})); };
  const auto y = step->forward(inputs());
  CHECK(same_bits(y[1], Array<float>::zeros({3, 5})));
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes[0].role == "observed");
  CHECK(report.notes[0].text == "guarded traces");
  CHECK(report.notes[0].count == 3);
  const auto back = step->adjoint(list(noise<float>({3, 5}, 2), noise<float>({3, 5}, 3)), inputs());
  CHECK(same_bits(back[1], Array<float>::zeros({3, 5})));
}

TEST_CASE("norm_per_shot: works at the ends of float's range") {
  for (const double size : {1e-30, 1e30}) {
    Array<float> x = noise<float>({4, 100}, 1);
    for (float& value : x) value = static_cast<float>(value * size);
    const auto y = make<float>("norm_per_shot", "{}", {})->forward(list(std::move(x)));
    double squares = 0;
    for (const float value : y[0]) squares += double(value) * value;
    // The guard of 1e-31 shows at 1e-30.
    CHECK(squares / 4 == doctest::Approx(1).epsilon(size < 1 ? 0.05 : 1e-6));
  }
}
