#include <cmath>

#include "core/error.hpp"
#include "step_fixture.hpp"

using namespace stride;
using namespace stride::test;

TEST_CASE("scale_per_trace: norms of scale_to held within one standard deviation") {
  // Trace norms 1, 2, 9: mean 4, standard deviation sqrt(38/3).
  const Array<double> target = array<double>({3, 2}, {1, 0, 0, 2, 9, 0});
  const double deviation = std::sqrt(38.0 / 3);
  StepContext<double> context;
  context.scale_to = &target;
  const auto x = [] { return list(array<double>({3, 1}, {1, 10, -1})); };
  const auto absolute = make("scale_per_trace", "{relative_scale: false}", context)->forward(x());
  CHECK(absolute[0][0] == doctest::Approx(1));
  CHECK(absolute[0][1] == doctest::Approx(20));
  CHECK(absolute[0][2] == doctest::Approx(-(4 + deviation)).epsilon(1e-14));
  const auto relative = make("scale_per_trace", "{}", context)->forward(x());
  const double norm = std::sqrt((1 + 4 + 81) / 3.0);
  for (std::size_t i = 0; i < 3; ++i) CHECK(relative[0][i] == doctest::Approx(absolute[0][i] / norm).epsilon(1e-14));
}

TEST_CASE("scale_per_trace: another number of traces is an error with both") {
  const Array<float> target = noise<float>({3, 2}, 1);
  StepContext<float> context;
  context.scale_to = &target;
  context.roles = {"wavelets"};
  CHECK_THROWS_WITH_AS(
      make("scale_per_trace", "{}", context)->forward(list(noise<float>({2, 2}, 1))),
      "wavelets: scale_per_trace has 2 traces to scale to the 3 of scale_to; name a set with one trace "
      "per receiver as scale_to, or use scale_per_shot",
      Error);
}

TEST_CASE("scale_per_trace: a set of zeros to scale to gives zeros, not NaN") {
  const Array<float> target = Array<float>::zeros({2, 4});
  StepContext<float> context;
  context.scale_to = &target;
  const auto y = make("scale_per_trace", "{}", context)->forward(list(noise<float>({2, 4}, 1)));
  for (const float value : y[0]) CHECK(value == 0);
}
