#include "step_fixture.hpp"

using namespace stride;
using namespace stride::test;

TEST_CASE("norm_per_trace: each trace by its own norm; dead traces stay zero and are counted") {
  pipelines::Report report;
  StepContext<double> context;
  context.roles = {"observed"};
  context.report = &report;
  const auto step = make("norm_per_trace", "{}", context);
  const auto x = [] { return list(array<double>({3, 2}, {3, 4, 0, 0, 0, -2})); };
  const auto y = step->forward(x());
  CHECK(close(numbers(y[0]), std::vector<double>{0.6, 0.8, 0, 0, 0, -1}));
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes[0].text == "guarded traces");
  CHECK(report.notes[0].count == 1);
  const auto back = step->adjoint(list(array<double>({3, 2}, {1, 0, 1, 1, 1, 1})), x());
  // (I - y y')/n times the gradient.
  const std::vector<double> expected{0.2 * (1 - 0.36), -0.2 * 0.48, 0, 0, 0.5, 0};
  for (std::size_t i = 0; i < 6; ++i) CHECK(back[0][i] == doctest::Approx(expected[i]).epsilon(1e-14));
}

TEST_CASE("norm_per_trace: equals norm_per_shot for a single trace") {
  const auto a = make<float>("norm_per_trace", "{}", {})->forward(list(noise<float>({1, 64}, 3)));
  const auto b = make<float>("norm_per_shot", "{}", {})->forward(list(noise<float>({1, 64}, 3)));
  CHECK(same_bits(a[0], b[0]));
}
