#include "problem/arrangements.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "io/file.hpp"
#include "io/geometry_file.hpp"
#include "support/shared.hpp"

using namespace stride;
using namespace stride::problem;

namespace {

void check_point(const std::vector<double>& point, const std::vector<double>& wanted) {
  REQUIRE(point.size() == wanted.size());
  for (std::size_t k = 0; k < point.size(); ++k) CHECK(std::abs(point[k] - wanted[k]) < 1e-15);
}

}  // namespace

TEST_CASE("the default ring: margins of 15 mm and 13 mm, cosine on axis 0") {
  const Space space{{356, 385}, {0.5e-3, 0.5e-3}, {50, 50}, {40, 40}};
  check_point(domain_lengths(space), {177.5e-3, 192e-3});
  check_point(domain_centre(space), {88.75e-3, 96e-3});
  check_point(default_radius(space), {81.25e-3, 89.5e-3});
  const Points ring = ellipse(128, default_radius(space), domain_centre(space));
  REQUIRE(ring.size() == 128);
  check_point(ring[0], {170e-3, 96e-3});
  check_point(ring[32], {88.75e-3, 185.5e-3});
  check_point(ring[64], {7.5e-3, 96e-3});
  check_point(ring[16], {88.75e-3 + 81.25e-3 * std::sqrt(0.5), 96e-3 + 89.5e-3 * std::sqrt(0.5)});
  const Space cube{{101, 81, 61}, {1e-3, 1e-3, 1e-3}, {0, 0, 0}, {0, 0, 0}};
  check_point(default_radius(cube), {42.5e-3, 32.5e-3, 22.5e-3});
}

TEST_CASE("the golden-angle lattice has the number asked for, on the ellipsoid, without its low cap") {
  const std::vector<double> radius{3, 2, 4}, centre{10, 20, 30};
  for (const double threshold : {0.0, 0.3, 0.75}) {
    const Points points = ellipsoid(700, radius, centre, threshold);
    REQUIRE(points.size() == 700);
    double lowest = 1, highest = -1;
    for (const std::vector<double>& point : points) {
      double square = 0;
      for (std::size_t k = 0; k < 3; ++k) square += std::pow((point[k] - centre[k]) / radius[k], 2);
      CHECK(std::abs(square - 1) < 1e-12);
      lowest = std::min(lowest, (point[2] - centre[2]) / radius[2]);
      highest = std::max(highest, (point[2] - centre[2]) / radius[2]);
    }
    // The height that is left is 2 (1 - threshold), half a step short on both ends.
    CHECK(std::abs(highest - 1) < 2.0 / 700);
    CHECK(std::abs(lowest - (1 - 2 * (1 - threshold))) < 2.0 / 700);
  }
}

TEST_CASE("the golden-angle lattice: first points, and an even spread") {
  const Points points = ellipsoid(7, {1, 1, 1}, {0, 0, 0}, 0.3);  // of a lattice of 10
  check_point(points[0], {std::sqrt(1 - 0.81), 0, 0.9});
  const double angle = 2.399963229728653;  // pi (3 - sqrt 5)
  check_point(points[1], {std::sqrt(1 - 0.49) * std::cos(angle), std::sqrt(1 - 0.49) * std::sin(angle), 0.7});
  CHECK(points[6][2] == doctest::Approx(-0.3));

  const Points many = ellipsoid(400, {1, 1, 1}, {0, 0, 0}, 0);
  double closest = 2;
  for (std::size_t a = 0; a < many.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      closest =
          std::min(closest, std::hypot(many[a][0] - many[b][0], many[a][1] - many[b][1], many[a][2] - many[b][2]));
  CHECK(closest > 0.8 * std::sqrt(4 * 3.141592653589793 / 400));  // a square of equal share has this side
}

TEST_CASE("lines and grids hold both ends, to the bit") {
  const Points straight = line(4, {0, 0.1}, {0.3, 0.7});
  REQUIRE(straight.size() == 4);
  CHECK(straight[0] == std::vector<double>{0, 0.1});
  check_point(straight[1], {0.1, 0.3});
  CHECK(straight[3] == std::vector<double>{0.3, 0.7});
  CHECK(line(1, {1, 2}, {1, 2}) == Points{{1, 2}});

  const Points plane = grid({2, 1, 3}, {0, 5, 1}, {1, 5, 2});
  CHECK(plane == Points{{0, 5, 1}, {0, 5, 1.5}, {0, 5, 2}, {1, 5, 1}, {1, 5, 1.5}, {1, 5, 2}});
}

TEST_CASE("shared: the ring of the framework's files and of the reference traces") {
  STRIDE_NEEDS_SHARED();
  const std::string refs = stride::test::shared_folder() + "/refs/";
  const auto there = io::read_geometry(refs + "stride_files/ref2d-Geometry.h5").locations;
  const io::Hdf5Lock lock;
  const std::vector<double> forward = io::File(refs + "forward2d.h5").root().dataset("receiver_coordinates").numbers();
  const std::vector<double> gradient = io::File(refs + "gradient2d.h5").root().dataset("coordinates").numbers();
  const Points ring = ellipse(16, {18.37e-3, 18.37e-3}, {25.13e-3, 24.71e-3});
  REQUIRE(there.size() == ring.size());
  REQUIRE(forward.size() == 2 * ring.size());
  REQUIRE(gradient.size() == 2 * ring.size());
  for (std::size_t i = 0; i < ring.size(); ++i)
    for (std::size_t k = 0; k < 2; ++k) {
      CHECK(std::abs(there.at(static_cast<int>(i))[k] - ring[i][k]) <= 2e-9);  // single precision
      CHECK(std::abs(gradient[2 * i + k] - ring[i][k]) <= 1e-15);
      CHECK(std::abs(forward[2 * i + k] - ring[i][k]) <= 1e-15);
    }
}
