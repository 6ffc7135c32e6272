#include "problem/inner_domain.hpp"

#include "problem/fixture.hpp"
#include "support/shared.hpp"

using namespace stride;
using namespace stride::problem;

namespace {

const Space space{{24, 20}, {0.5e-3, 0.5e-3}, {5, 5}, {5, 5}};  // 11.5 mm by 9.5 mm

std::string complaint(const Geometry& geometry, const std::set<int>& ids) {
  spec::Diagnostics diagnostics;
  check_inside(geometry, ids, space, {"t.yaml", 4, 11}, ErrorKind::data, diagnostics);
  return diagnostics.render(false);
}

}  // namespace

TEST_CASE("faces belong to the inner domain, and rounding is no step outside") {
  const auto single = [](double value) { return static_cast<double>(static_cast<float>(value)); };
  REQUIRE(single(11.5e-3) > 11.5e-3);
  const Geometry raw({{0, {0, 0}}, {1, {11.5e-3, 9.5e-3}}, {2, {single(11.5e-3), single(9.5e-3)}}, {3, {-1e-13, 5e-3}}},
                     "geometry");
  const Geometry geometry = on_faces(raw, space);
  const double end = 23 * 0.5e-3;
  CHECK(geometry.locations().at(1)[0] == end);
  CHECK(geometry.locations().at(2) == geometry.locations().at(1));
  CHECK(geometry.locations().at(3) == std::vector<double>{0, 5e-3});
  CHECK(complaint(geometry, all_ids(geometry)).empty());
  // The smallest distance that is none of rounding.
  const Geometry beyond = on_faces(Geometry({{0, {11.5e-3 * (1 + 2e-9), 0}}}, "geometry"), space);
  CHECK(beyond.locations().at(0)[0] > end);
}

TEST_CASE("a location outside is named with its coordinates and the limits") {
  const Geometry geometry({{0, {0, 0}}, {7, {-0.1e-3, 2e-3}}, {8, {12e-3, 2e-3}}, {9, {1e-3, 9.6e-3}}}, "g.h5");
  CHECK_SAYS(
      complaint(geometry, all_ids(geometry)),
      "t.yaml:4:11: error: geometry: location 7 at (-0.0001, 0.002) m is outside the inner domain, 0 to 0.0115 m "
      "on axis 0, 0 to 0.0095 m on axis 1 (2 more are outside too); move it, or enlarge space.shape");
  CHECK_SAYS(complaint(geometry, {0, 9}), "location 9 at (0.001, 0.0096) m");
  CHECK(complaint(geometry, {0}).empty());  // those that no shot uses may stand anywhere
}

TEST_CASE("a location with another number of axes is named") {
  const Geometry geometry({{4, {0, 0, 0}}}, "g.h5");
  CHECK_SAYS(complaint(geometry, {4}), "location 4 has 3 coordinates, but space.shape has 2 axes");
}

TEST_CASE("shared case 29: the far corner, kept in single precision") {
  STRIDE_NEEDS_SHARED();
  const Geometry geometry =
      on_faces(Geometry::from_file(stride::test::shared_folder() + "/cases/inputs/tiny-Geometry.h5"), space);
  CHECK(geometry.locations().at(11) == std::vector<double>{23 * 0.5e-3, 19 * 0.5e-3});
  CHECK(complaint(geometry, all_ids(geometry)).empty());
}
