#include <doctest/doctest.h>

#include <cmath>
#include <functional>

#include "core/error.hpp"
#include "optimisation/line_search/line_search.hpp"

using namespace stride;
using namespace stride::optimisation;

namespace {

// Functions 1 to 3 of More and Thuente (1994, ACM Trans. Math. Softw. 20, 286-307, section 5).
Sample more_thuente_1(double a) {
  const double beta = 2;
  return {-a / (a * a + beta), (a * a - beta) / std::pow(a * a + beta, 2)};
}
Sample more_thuente_2(double a) {
  const double beta = 0.004;
  return {std::pow(a + beta, 5) - 2 * std::pow(a + beta, 4), 5 * std::pow(a + beta, 4) - 8 * std::pow(a + beta, 3)};
}
Sample wavy(double a) {
  return {-a + 0.2 * std::sin(7 * a) + 0.1 * a * a, -1 + 1.4 * std::cos(7 * a) + 0.2 * a};
}
Sample wavy_shifted(double a) {
  return wavy(a + 0.3);
}

}  // namespace

TEST_CASE("wolfe: both conditions hold at the step that is found, from any first step") {
  for (const auto& function : {more_thuente_1, more_thuente_2, wavy_shifted})
    for (const double first : {1e-3, 0.1, 1.0, 10.0, 1000.0})
      for (const double curvature : {0.1, 0.5, 0.9}) {
        // So flat at 0 that the slope asked for lies below the rounding of the loss.
        if (function == more_thuente_2 && curvature < 0.5) continue;
        CAPTURE(first);
        CAPTURE(curvature);
        const Sample zero = function(0);
        REQUIRE(zero.slope < 0);
        const LineSearchResult result =
            wolfe(zero, function, {.first_step = first, .max_trials = 60, .decrease = 1e-3, .curvature = curvature});
        CHECK(result.satisfied);
        CHECK(result.improved);
        const Sample there = function(result.step);
        CHECK(result.loss == there.loss);
        CHECK(there.loss <= zero.loss + 1e-3 * result.step * zero.slope);
        CHECK(std::fabs(there.slope) <= curvature * std::fabs(zero.slope));
      }
}

TEST_CASE("wolfe: a first step that does is taken at once") {
  const LineSearchResult result = wolfe({9, -6}, [](double s) { return Sample{(s - 3) * (s - 3), 2 * (s - 3)}; });
  CHECK(result.step == 1);
  CHECK(result.trials == 1);
}

TEST_CASE("wolfe: the cubic finds the minimum of a parabola in one trial") {
  const LineSearchResult result = wolfe({9, -6},
                                        [](double s) {
                                          return Sample{(s - 3) * (s - 3), 2 * (s - 3)};
                                        },
                                        {.first_step = 8, .curvature = 0.01});
  CHECK(result.step == doctest::Approx(3));
  CHECK(result.trials == 2);
}

TEST_CASE("wolfe: a loss that falls without end stops at the largest step, or when no trial is left") {
  const auto falls = [](double s) { return Sample{-s, -1}; };
  const LineSearchResult bounded = wolfe({0, -1}, falls, {.max_trials = 50, .max_step = 6});
  CHECK(bounded.step == 6);
  CHECK(bounded.improved);
  CHECK_FALSE(bounded.satisfied);
  CHECK(bounded.reason == "the loss still falls at the largest step");
  const LineSearchResult endless = wolfe({0, -1}, falls, {.max_trials = 4});
  CHECK(endless.step == 8);
  CHECK(endless.reason == "no trial is left");
}

TEST_CASE("wolfe: slopes must be known, and the first one negative") {
  const auto lacks = [](double s) { return Sample{-s}; };
  CHECK_THROWS_WITH_AS(wolfe({0, -1}, lacks), "wolfe: a trial came without its slope", Error);
  CHECK_THROWS_WITH_AS(wolfe({0}, lacks), "wolfe: the slope at step 0 is not known, or not negative", Error);
  CHECK_THROWS_AS(wolfe({0, 0}, lacks), Error);
}
