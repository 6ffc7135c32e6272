#include "problem/geometry.hpp"

#include <doctest/doctest.h>

#include <string>

#include "core/error.hpp"

using stride::problem::Geometry;

TEST_CASE("offsets are distances to the nearest source, in m") {
  const Geometry geometry({{0, {0, 0}}, {3, {3e-3, 4e-3}}, {7, {3e-3, 0}}}, "geometry");
  const auto one = geometry.offsets_m({0}, {3, 0});
  CHECK(one[0] == doctest::Approx(5e-3));
  CHECK(one[1] == 0);
  CHECK(geometry.offsets_m({0, 7}, {3})[0] == doctest::Approx(4e-3));
}

TEST_CASE("a location that is not there is named") {
  const Geometry geometry({{0, {0, 0}}, {3, {3e-3, 4e-3}}}, "g.h5");
  CHECK_THROWS_WITH_AS(geometry.offsets_m({0}, {99}), "g.h5: there is no location 99; it has 2 locations, 0 to 3",
                       stride::Error);
}
