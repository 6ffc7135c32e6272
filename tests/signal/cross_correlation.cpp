#include "signal/cross_correlation.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

using namespace stride::signal;

namespace {

std::vector<double> pulse(double centre) {
  std::vector<double> x(200);
  for (std::size_t n = 0; n < x.size(); ++n) {
    const double t = static_cast<double>(n) - centre;
    x[n] = (1 - t * t / 50) * std::exp(-t * t / 100);
  }
  return x;
}

}  // namespace

TEST_CASE("best_delay: whole samples and parts of them") {
  const std::vector<double> reference = pulse(100);
  for (const double shift : {0.0, 4.0, -9.0, 2.4, -3.25}) {
    const std::vector<double> moving = pulse(100 - shift);
    CHECK(std::abs(best_delay(reference.data(), moving.data(), 200, 20) - shift) < 0.01);
  }
  const std::vector<double> far = pulse(60);
  CHECK(std::abs(best_delay(reference.data(), far.data(), 200, 1000) - 40) < 0.01);
  CHECK(best_delay(reference.data(), far.data(), 200, 38) == 38);  // at the limit, unrefined
  CHECK(best_delay(reference.data(), pulse(97).data(), 200, 0) == 0);
}

TEST_CASE("best_delay: zero, non-finite and empty traces do not move") {
  const std::vector<double> reference = pulse(100), zero(200, 0.0);
  std::vector<double> bad = pulse(90);
  bad[50] = std::numeric_limits<double>::quiet_NaN();
  CHECK(best_delay(reference.data(), zero.data(), 200, 20) == 0);
  CHECK(best_delay(zero.data(), reference.data(), 200, 20) == 0);
  CHECK(best_delay(reference.data(), bad.data(), 200, 20) == 0);
  CHECK(best_delay(reference.data(), bad.data(), 0, 20) == 0);
}
