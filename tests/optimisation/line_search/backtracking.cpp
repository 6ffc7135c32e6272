#include <doctest/doctest.h>

#include "optimisation/line_search/line_search.hpp"

using namespace stride::optimisation;

namespace {

Sample parabola(double step) {
  return {(step - 3) * (step - 3)};
}

}  // namespace

TEST_CASE("backtracking: halves until Armijo's condition holds") {
  // (s - 3)^2 <= 9 - 6 c s exactly when s <= 6 (1 - c).
  for (const double decrease : {1e-4, 0.3, 0.7}) {
    double expected = 40;
    int trials = 1;
    while (expected > 6 * (1 - decrease)) {
      expected /= 2;
      ++trials;
    }
    const LineSearchResult result =
        backtracking({9, -6}, parabola, {.first_step = 40, .max_trials = 20, .decrease = decrease});
    CHECK(result.step == expected);
    CHECK(result.trials == trials);
    CHECK(result.satisfied);
    CHECK(result.reason == "the loss decreases enough");
  }
}

TEST_CASE("backtracking: without a usable slope any decrease will do") {
  for (const Sample zero : {Sample{9}, Sample{9, 2}}) {
    const LineSearchResult result = backtracking(zero, parabola, {.first_step = 11.9});
    CHECK(result.step == 5.95);
    CHECK(result.satisfied);
  }
}

TEST_CASE("backtracking: a decrease that is too small is kept, but not called enough") {
  const LineSearchResult result =
      backtracking({9, -6}, parabola, {.first_step = 5.9, .max_trials = 1, .decrease = 0.5});
  CHECK(result.step == 5.9);
  CHECK(result.improved);
  CHECK_FALSE(result.satisfied);
  CHECK(result.reason == "no trial is left");
}
