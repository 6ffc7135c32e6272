#include <doctest/doctest.h>

#include <cmath>

#include "optimisation/line_search/line_search.hpp"

using namespace stride::optimisation;
using doctest::Approx;

namespace {

Sample parabola(double step) {
  return {(step - 3) * (step - 3)};
}

}  // namespace

TEST_CASE("parabolic: finds the minimum of a parabola with the vertex, from either side") {
  for (const double first : {0.1, 1.0, 2.0, 5.0, 6.5, 50.0}) {
    CAPTURE(first);
    const LineSearchResult result = parabolic({9}, parabola, {.first_step = first, .max_trials = 10});
    CHECK(result.step == Approx(3).epsilon(1e-12));
    CHECK(result.satisfied);
    CHECK(result.improved);
    CHECK(result.reason == "the parabola's vertex");
  }
  CHECK(parabolic({9}, parabola, {.first_step = 2}).trials == 3);  // 2, 4, vertex
  CHECK(parabolic({9}, parabola, {.first_step = 7}).trials == 3);  // 7, 3.5, vertex
}

TEST_CASE("parabolic: says when there are not enough trials for the vertex") {
  const LineSearchResult result = parabolic({9}, parabola, {.first_step = 2, .max_trials = 2});
  CHECK(result.step == 2);
  CHECK(result.improved);
  CHECK_FALSE(result.satisfied);
  CHECK(result.reason == "a minimum is bracketed, but no trial is left for the parabola");
}

TEST_CASE("parabolic: stops at the largest step while the loss still falls") {
  const LineSearchResult result = parabolic({9}, parabola, {.first_step = 1, .max_trials = 9, .max_step = 2.5});
  CHECK(result.step == 2.5);
  CHECK(result.trials == 3);
  CHECK(result.reason == "the loss falls up to the largest step");
}

TEST_CASE("parabolic: a vertex above the middle of the bracket is not taken") {
  // Steep on the right: the parabola through 0, 1 and 2 has its vertex where the loss is higher.
  const auto loss = [](double step) { return Sample{step <= 1 ? 1 - step : std::pow(step - 1, 0.25)}; };
  const LineSearchResult result = parabolic({1}, loss, {.first_step = 1});
  CHECK(result.step == 1);
  CHECK(result.loss == 0);
}
