#include <algorithm>

#include "constraint_fixture.hpp"

using namespace stride;
using namespace stride::test;

namespace {

spec::Values with(double weight, double tolerance = 1e-12, std::int64_t iterations = 20000) {
  return settings({{"weight", weight}, {"tolerance", tolerance}, {"max_iterations", iterations}});
}

// 3 rows of `low`, 5 of `high`, along the given axis of a field of 8 x 8.
Array<double> step(double low, double high, std::size_t axis) {
  auto field = Array<double>::uninitialised({8, 8});
  for (std::size_t i = 0; i < 64; ++i) field[i] = (axis == 0 ? i / 8 : i % 8) < 3 ? low : high;
  return field;
}

}  // namespace

TEST_CASE("tv: the levels of a step move together by weight over their widths, then the norm is restored") {
  for (const std::size_t axis : {std::size_t{0}, std::size_t{1}}) {
    const auto x = step(1, 2, axis);
    // 1/2 (3 a^2 + 5 b^2) + w (1 - a - b) is least at a = w/3, b = w/5.
    auto expected = step(1 + 0.3 / 3, 2 - 0.3 / 5, axis);
    const double factor = norm(x) / norm(expected);
    for (double& v : expected) v *= factor;
    CHECK(largest_difference(projected("tv", with(0.3), x), expected) < 1e-4);
  }
}

TEST_CASE("tv: the norm stays, the variation falls with the weight, a flat field stays") {
  for (const Shape& shape : {Shape{40}, Shape{20, 16}, Shape{8, 9, 7}}) {
    const auto x = noise_field<double>(shape, 2, 3);
    double last = variation(x, 0);
    for (const double weight : {0.1, 0.5, 2.0}) {
      const auto u = projected("tv", with(weight, 2e-4, 200), x);
      CHECK(norm(u) == doctest::Approx(norm(x)).epsilon(1e-13));
      CHECK(variation(u, 0) < last);
      last = variation(u, 0);
    }
  }
  auto flat = Array<double>::uninitialised({6, 5});
  std::fill(flat.begin(), flat.end(), 1500.0);
  CHECK(largest_difference(projected("tv", with(10), flat), flat) < 1e-9);
  const auto zeros = Array<double>::zeros({6, 5});
  CHECK(field_numbers(projected("tv", with(10), zeros)) == field_numbers(zeros));
}

TEST_CASE("tv: along one axis it is the exact proximal operator, but for the norm") {
  const auto x = noise_field<double>({25}, 7, 2);
  auto exact = projected("tvp", settings({{"weight", 0.4}}), x);
  const double factor = norm(x) / norm(exact);
  for (double& v : exact) v *= factor;
  CHECK(largest_difference(projected("tv", with(0.4, 1e-13, 200000), x), exact) < 1e-3);
}
