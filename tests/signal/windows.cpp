#include "signal/windows.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace stride::signal;

namespace {

void check_near(const std::vector<double>& found, const std::vector<double>& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) CHECK(std::abs(found[i] - expected[i]) < 1e-14);
}

}  // namespace

// Numbers from SciPy 1.10: scipy.special.i0, scipy.signal.windows.kaiser and tukey.
TEST_CASE("windows: numbers of SciPy") {
  CHECK(bessel_i0(0) == 1);
  CHECK(bessel_i0(0.5) == doctest::Approx(1.0634833707413234).epsilon(1e-15));
  CHECK(bessel_i0(2.1166248611409806) == doctest::Approx(2.475526070961308).epsilon(1e-15));
  CHECK(bessel_i0(-10) == doctest::Approx(2815.716628466254).epsilon(1e-14));
  CHECK(bessel_i0(50) == doctest::Approx(2.9325537838493355e+20).epsilon(1e-14));
  check_near(kaiser(7, 5), {0.036710892271286676, 0.3282019573723212, 0.7753221044454067, 1, 0.7753221044454067,
                            0.3282019573723212, 0.036710892271286676});
  check_near(tukey(12, 0.5), {0, 0.29229249349905684, 0.8274303669726426, 1, 1, 1, 1, 1, 1, 0.8274303669726426,
                              0.29229249349905684, 0});
  const std::vector<double> narrow = tukey(76, 0.05);
  CHECK(std::abs(narrow[1] - 0.5522642316338268) < 1e-14);
  CHECK(narrow[2] == 1);
}

TEST_CASE("windows: the ends of their ranges") {
  check_near(tukey(1, 0.5), {1});
  check_near(tukey(4, 0), {1, 1, 1, 1});
  check_near(tukey(5, 1), {0, 0.5, 1, 0.5, 0});
  check_near(kaiser(1, 5), {1});
  check_near(kaiser(3, 0), {1, 1, 1});
  CHECK(tukey(0, 0.5).empty());
}
