#include "operators/reductions.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/random.hpp"

using namespace stride;
using namespace stride::operators;

TEST_CASE_TEMPLATE("reductions: sums and extremes of every length around the lanes", Real, float, double) {
  Random random(5);
  for (std::size_t n = 0; n < 70; ++n) {
    std::vector<Real> x(n), y(n);
    long double squares = 0, products = 0, largest = 0;
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = static_cast<Real>(random.normal());
      y[i] = static_cast<Real>(random.normal());
      squares += static_cast<long double>(x[i]) * x[i];
      products += static_cast<long double>(x[i]) * y[i];
      largest = std::max<long double>(largest, std::fabs(x[i]));
    }
    CHECK(sum_of_squares(x.data(), n) == doctest::Approx(static_cast<double>(squares)).epsilon(1e-14));
    CHECK(std::fabs(dot(x.data(), y.data(), n) - static_cast<double>(products)) <= 1e-14 * (1.0 + double(squares)));
    CHECK(largest_magnitude(x.data(), n) == static_cast<double>(largest));
  }
}

TEST_CASE("reductions: element i is added in lane i mod 16, lanes pairwise") {
  std::vector<double> x(40), lane(16, 0.0);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::sqrt(static_cast<double>(i) + 0.3);
  for (std::size_t i = 0; i < x.size(); ++i) lane[i % 16] += x[i] * x[i];
  for (std::size_t width = 8; width > 0; width /= 2)
    for (std::size_t l = 0; l < width; ++l) lane[l] += lane[l + width];
  CHECK(sum_of_squares(x.data(), x.size()) == lane[0]);
}

TEST_CASE_TEMPLATE("reductions: one NaN or infinity anywhere is found", Real, float, double) {
  for (const Real bad : {std::numeric_limits<Real>::quiet_NaN(), std::numeric_limits<Real>::infinity(),
                         -std::numeric_limits<Real>::infinity()})
    for (const std::size_t at : {0U, 17U, 4095U, 4096U, 4999U}) {
      std::vector<Real> x(5000, std::numeric_limits<Real>::max());
      CHECK(all_finite(x.data(), x.size()));
      x[at] = bad;
      CHECK_FALSE(all_finite(x.data(), x.size()));
    }
}

TEST_CASE("reductions: scaling rounds once") {
  std::vector<float> x = {3.0F, -1e-30F}, y = {1.0F, 2.0F};
  scale(x.data(), 2, 1.0 / 3);
  CHECK(x[0] == 1.0F);
  CHECK(x[1] == static_cast<float>(-static_cast<double>(1e-30F) / 3));
  scale_and_add(y.data(), 2.0, x.data(), -0.5, 2);
  CHECK(y[0] == 1.5F);
  CHECK(y[1] == 4.0F);
}
