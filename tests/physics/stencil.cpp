#include "physics/acoustic/stencil.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace stride::physics::acoustic;

namespace {

constexpr std::size_t reaches[] = {2, 4, 5, 6};

double power(double x, std::size_t n) {
  return std::pow(x, static_cast<double>(n));
}

}  // namespace

TEST_CASE("stencil: known weights") {
  const Weights four = second_derivative(2);
  CHECK(four[0] == doctest::Approx(-5.0 / 2));
  CHECK(four[1] == doctest::Approx(4.0 / 3));
  CHECK(four[2] == doctest::Approx(-1.0 / 12));
  const Weights ten = second_derivative(5);
  CHECK(ten[0] == doctest::Approx(-5269.0 / 1800));
  CHECK(ten[1] == doctest::Approx(5.0 / 3));
  CHECK(ten[5] == doctest::Approx(1.0 / 3150));
  const Weights slope = first_derivative(2);
  CHECK(slope[1] == doctest::Approx(2.0 / 3));
  CHECK(slope[2] == doctest::Approx(-1.0 / 12));
  const Weights half = half_derivative(2);
  CHECK(half[1] == doctest::Approx(9.0 / 8));
  CHECK(half[2] == doctest::Approx(-1.0 / 24));
}

TEST_CASE("stencil: polynomials up to the order are differenced exactly, the next one is not") {
  for (const std::size_t reach : reaches) {
    const Weights second = second_derivative(reach), first = first_derivative(reach), half = half_derivative(reach);
    for (std::size_t degree = 0; degree <= 2 * reach + 2; degree += 2) {
      double sum = degree == 0 ? second[0] : 0, magnitude = 1;
      for (std::size_t k = 1; k <= reach; ++k) {
        sum += 2 * second[k] * power(static_cast<double>(k), degree);
        magnitude = std::max(magnitude, std::abs(second[k]) * power(static_cast<double>(k), degree));
      }
      CAPTURE(reach);
      CAPTURE(degree);
      if (degree <= 2 * reach) CHECK(std::abs(sum - (degree == 2 ? 2 : 0)) < 1e-13 * magnitude);
      if (degree > 2 * reach) CHECK(std::abs(sum) > 1e-3);
    }
    for (std::size_t degree = 1; degree <= 2 * reach + 1; degree += 2) {
      double sum = 0, staggered = 0;
      for (std::size_t k = 1; k <= reach; ++k) {
        sum += 2 * first[k] * power(static_cast<double>(k), degree);
        staggered += 2 * half[k] * power(static_cast<double>(k) - 0.5, degree);
      }
      const double want = degree == 1 ? 1 : 0, scale = power(static_cast<double>(reach), degree);
      CAPTURE(reach);
      CAPTURE(degree);
      if (degree < 2 * reach) {
        CHECK(std::abs(sum - want) < 1e-13 * scale);
        CHECK(std::abs(staggered - want) < 1e-13 * scale);
      } else {
        CHECK(std::abs(sum) > 1e-3);
        CHECK(std::abs(staggered) > 1e-3);
      }
    }
  }
}

TEST_CASE("stencil: the largest symbol gives the true limits of order 10") {
  const double root = std::sqrt(largest_symbol(5));
  CHECK(2 / root == doctest::Approx(0.76547).epsilon(1e-5));
  CHECK(2 / root / std::sqrt(2.0) == doctest::Approx(0.54127).epsilon(1e-5));
  CHECK(2 / root / std::sqrt(3.0) == doctest::Approx(0.44194).epsilon(1e-5));
  CHECK(std::sqrt(12.0) / root / std::sqrt(2.0) == doctest::Approx(0.93750).epsilon(1e-5));
}
