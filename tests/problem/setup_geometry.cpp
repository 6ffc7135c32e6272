#include "problem/setup_geometry.hpp"

#include <cmath>

#include "io/geometry_writer.hpp"
#include "problem/arrangements.hpp"
#include "problem/fixture.hpp"

using namespace stride;
using namespace stride::problem;
using namespace stride::problem::test;

namespace {

struct Outcome {
  std::optional<Geometry> geometry;
  std::string text;
  spec::Diagnostics diagnostics;
};

const char* plane = "space: {shape: [101, 81], spacing: 0.5 mm}\n";  // 50 mm by 40 mm
const char* cube = "space: {shape: [51, 61, 71], spacing: 1 mm}\n";  // 50, 60, 70 mm

Outcome geometry_of(const std::string& text, const std::string& folder = ".") {
  Reading reading = read(text, folder);
  Outcome outcome;
  outcome.geometry = setup_geometry(reading.spec, reading.diagnostics);
  outcome.text = reading.text();
  outcome.diagnostics = reading.diagnostics;
  return outcome;
}

}  // namespace

TEST_CASE("geometry: arrangements with their defaults, numbered from 0") {
  const Outcome ring = geometry_of(std::string(plane) + "geometry: {type: elliptical, num: 8}\n");
  CHECK(ring.text.empty());
  REQUIRE(ring.geometry);
  REQUIRE(ring.geometry->locations().size() == 8);
  CHECK(ring.geometry->locations().at(0)[0] == doctest::Approx(25e-3 + 17.5e-3));
  CHECK(ring.geometry->locations().at(2)[1] == doctest::Approx(20e-3 + 13.5e-3));
  CHECK(ring.geometry->origin() == "geometry");

  const Outcome circle =
      geometry_of(std::string(plane) + "geometry: {type: elliptical, num: 4, radius: 1 cm, centre: [2 cm, 1.5 cm]}\n");
  CHECK(circle.text.empty());
  CHECK(circle.geometry->locations().at(0)[0] == doctest::Approx(30e-3));
  CHECK(circle.geometry->locations().at(1)[1] == doctest::Approx(25e-3));

  const Outcome helmet = geometry_of(std::string(cube) + "geometry: {type: ellipsoidal, num: 100}\n");
  CHECK(helmet.text.empty());
  REQUIRE(helmet.geometry->locations().size() == 100);
  // M = ceil(100/0.7) = 143
  CHECK(helmet.geometry->locations().at(0)[2] == doctest::Approx(35e-3 + 27.5e-3 * (1 - 1.0 / 143)));

  const Outcome row =
      geometry_of(std::string(plane) + "geometry: {type: linear, num: 5, start: [0, 0], end: [5 cm, 0]}\n");
  CHECK(row.text.empty());
  CHECK(row.geometry->locations().at(4) == std::vector<double>{50e-3, 0});
  const Outcome plate = geometry_of(
      std::string(cube) + "geometry: {type: grid, num: [2, 3, 1], start: [0, 0, 1 cm], end: [5 cm, 6 cm, 1 cm]}\n");
  CHECK(plate.text.empty());
  CHECK(plate.geometry->locations().at(5) == std::vector<double>{50e-3, 60e-3, 10e-3});
  const Outcome two = geometry_of(std::string(plane) + "geometry: {points: [[0, 1 cm], [5 cm, 4 cm]]}\n");
  CHECK(two.text.empty());
  CHECK(two.geometry->locations().at(1) == std::vector<double>{50e-3, 40e-3});
}

TEST_CASE("geometry: a sphere has one radius") {
  const Outcome sphere = geometry_of(std::string(cube) + "geometry: {type: sphere, num: 50}\n");
  CHECK(sphere.text.empty());
  const std::vector<double> centre{25e-3, 30e-3, 35e-3};
  for (const auto& [id, point] : sphere.geometry->locations())
    CHECK(std::hypot(point[0] - centre[0], point[1] - centre[1], point[2] - centre[2]) == doctest::Approx(17.5e-3));
  CHECK_SAYS(geometry_of(std::string(cube) + "geometry: {type: sphere, num: 50, radius: [1 cm, 1 cm, 2 cm]}\n").text,
             "t.yaml:4:43: error: geometry.radius: a sphere has one radius");
}

TEST_CASE("geometry: mistakes are told where they stand, and once") {
  const auto check_one = [](const std::string& text, const std::string& part) {
    const Outcome outcome = geometry_of(text);
    CHECK_SAYS(outcome.text, part);
    CHECK(outcome.diagnostics.error_count() == 1);
  };
  check_one(std::string(cube) + "geometry: {type: elliptical, num: 8}\n",
            "t.yaml:4:18: error: geometry.type: elliptical is for 2 axes, and space.shape has 3 axes");
  check_one(std::string(plane) + "geometry: {type: ellipsoidal, num: 8}\n",
            "t.yaml:4:18: error: geometry.type: ellipsoidal is for 3 axes, and space.shape has 2 axes");
  check_one(std::string(small_space) + "geometry: {type: elliptical, num: 8}\n",
            "axis 0 is only 0.004 m long; write the radius");
  check_one(
      std::string(plane) + "geometry: {type: elliptical, num: 8, radius: 3 cm}\n",
      "t.yaml:4:18: error: geometry: location 0 at (0.055, 0.02) m is outside the inner domain, 0 to 0.05 m on axis "
      "0, 0 to 0.04 m on axis 1");
  check_one(std::string(plane) + "geometry: {points: [[0, 0], [-0.1 mm, 0]]}\n", "location 1 at (-0.0001, 0) m");
  check_one(std::string(plane) + "geometry: {points: [[0, 0], [0, 0, 0]]}\n", "geometry.points[1]: has 3 coordinates");
  check_one(std::string(plane) + "geometry: {type: linear, num: 1, start: [0, 0], end: [0, 1 cm]}\n",
            "geometry.num: is 1, and start and end differ on axis 1");
  check_one(std::string(plane) + "geometry: {type: grid, num: [9999, 9999], start: [0, 0], end: [1 cm, 1 cm]}\n",
            "geometry.num: makes 9.998e+07 locations; at most 1e+07");
}

TEST_CASE("geometry: a file is taken as it is, whatever stands outside") {
  const stride::test::Folder folder;
  io::write_geometry(folder / "g.h5", false, {{3, {0, 40e-3}}, {9, {1, 1}}}, {}, {}, {});
  const Outcome outcome = geometry_of(std::string(plane) + "geometry: {file: g.h5}\n", folder.path());
  CHECK(outcome.text.empty());
  REQUIRE(outcome.geometry);
  CHECK(outcome.geometry->locations().at(3)[1] == 80 * 0.5e-3);  // single precision in the file
  CHECK(outcome.geometry->origin() == folder / "g.h5");
  const Outcome none = geometry_of(std::string(plane) + "geometry: {file: none.h5}\n", folder.path());
  CHECK_FALSE(none.geometry);
  CHECK_SAYS(none.text, "t.yaml:4:18: error: geometry: ");
  CHECK_SAYS(none.text, "no such file");
  CHECK(none.diagnostics.worst() == ErrorKind::data);
}

TEST_CASE("transducers: points are modelled, another type is named") {
  const stride::test::Folder folder;
  io::write_transducers(folder / "points.h5", false, {}, {}, {});
  {
    io::TreeWriter tree(folder / "discs.h5", false);
    {
      const io::Handle list = tree.list(tree.root(), "transducers", 1);
      const io::Handle disc = tree.group(list.get(), "transducers_00000000");
      tree.integer(disc.get(), "id", 4);
      tree.text(disc.get(), "type", "disc_transducer");
    }
    tree.commit();
  }
  const auto complaint = [&](const std::string& text) {
    Reading reading = read(text, folder.path());
    check_transducers(reading.spec, reading.diagnostics);
    return reading.text();
  };
  CHECK(complaint("transducers: default\n").empty());
  CHECK(complaint("").empty());
  CHECK(complaint("transducers: {file: points.h5}\n").empty());
  CHECK_SAYS(complaint("transducers: {file: discs.h5}\n"), "t.yaml:3:21: error: transducers: ");
  CHECK_SAYS(complaint("transducers: {file: discs.h5}\n"), "transducer 4 is of the type 'disc_transducer'");
  CHECK_SAYS(complaint("transducers: {file: none.h5}\n"), "no such file");
  Reading reading = read("transducers: {file: points.h5}\n", folder.path());
  CHECK(check_transducers(reading.spec, reading.diagnostics) == folder / "points.h5");
}
