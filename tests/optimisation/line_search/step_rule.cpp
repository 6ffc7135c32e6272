#include "optimisation/line_search/step_rule.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/error.hpp"

using stride::optimisation::held_step;

TEST_CASE("held_step: above -0.2 the step is held in [0.1, max_step]") {
  CHECK(held_step(0.5, 2.0, false) == 0.5);
  CHECK(held_step(0.05, 2.0, false) == 0.1);
  CHECK(held_step(0, 2.0, false) == 0.1);
  CHECK(held_step(-0.1, 2.0, false) == 0.1);
  CHECK(held_step(-0.1999, {}, false) == 0.1);
  CHECK(held_step(7, 2.0, false) == 2);
  CHECK(held_step(7, {}, false) == 7);
  CHECK(held_step(0.07, 0.05, false) == 0.05);
}

TEST_CASE("held_step: from -0.2 down a quarter is taken, or -0.75 max_step where it is below that") {
  CHECK(held_step(-0.2, {}, false) == -0.05);
  CHECK(held_step(-0.2, 2.0, false) == -0.05);
  CHECK(held_step(-100, {}, false) == -25);
  CHECK(held_step(-1.5, 2.0, false) == -0.375);  // not below -0.75 * 2
  CHECK(held_step(-1.6, 2.0, false) == -1.5);
}

TEST_CASE("held_step: force_step takes the step as given") {
  CHECK(held_step(7, 2.0, true) == 7);
  CHECK(held_step(0.01, 2.0, true) == 0.01);
  CHECK(held_step(-5, 2.0, true) == -5);
}

TEST_CASE("held_step: what is no step is refused") {
  for (const bool force : {false, true}) {
    CHECK_THROWS_AS(held_step(std::nan(""), 2.0, force), stride::Error);
    CHECK_THROWS_AS(held_step(std::numeric_limits<double>::infinity(), 2.0, force), stride::Error);
    CHECK_THROWS_AS(held_step(1, 0.0, force), stride::Error);
  }
}
