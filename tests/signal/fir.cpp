#include "signal/fir.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

#include "core/error.hpp"

using namespace stride;
using namespace stride::signal;

TEST_CASE("kaiser_design: 30 dB over 0.05 of Nyquist") {
  const KaiserDesign design = kaiser_design(30, 0.05);
  CHECK(design.taps == 63);
  CHECK(design.beta == doctest::Approx(2.1166248611409806).epsilon(1e-15));
  CHECK(kaiser_design(60, 0.05).taps == 147);  // kaiserord gives 146
  CHECK(kaiser_design(20, 0.05).beta == 0);
  CHECK_THROWS_AS(kaiser_design(7, 0.05), Error);
}

TEST_CASE("kaiser_fir: taps are those of scipy.signal.firwin") {
  const std::vector<double> low = kaiser_fir(Pass::low, 0, 0.1);
  REQUIRE(low.size() == 63);
  CHECK(std::abs(low[31] - 0.20182107981671374) < 1e-15);
  CHECK(std::abs(low[0] - 2.4602324594158766e-03) < 1e-15);
  CHECK(std::abs(std::accumulate(low.begin(), low.end(), 0.0) - 1) < 1e-14);
  for (std::size_t i = 0; i < 63; ++i) CHECK(std::abs(low[i] - low[62 - i]) < 1e-16);
  CHECK(std::abs(kaiser_fir(Pass::band, 0.05, 0.1)[31] - 0.09722888298846877) < 1e-15);
  CHECK(std::abs(kaiser_fir(Pass::high, 0.1, 0)[31] - 0.7973007746498423) < 1e-15);
}

TEST_CASE("cos_weights: half-period 1 is 1/4, 1/2, 1/4; 0 is the identity") {
  CHECK(cos_half_period(0.5) == 1);
  CHECK(cos_half_period(1) == 0);  // half to even
  CHECK(cos_half_period(0.2) == 2);
  CHECK(cos_half_period(7) == 0);
  const std::vector<double> weights = cos_weights(1);
  REQUIRE(weights.size() == 3);
  CHECK(weights[0] == doctest::Approx(0.25).epsilon(1e-15));
  CHECK(weights[1] == doctest::Approx(0.5).epsilon(1e-15));
  CHECK(weights[2] == doctest::Approx(0.25).epsilon(1e-15));
  CHECK(cos_weights(0) == std::vector<double>{1.0});
}

TEST_CASE("round_half_even") {
  CHECK(round_half_even(0.5) == 0);
  CHECK(round_half_even(1.5) == 2);
  CHECK(round_half_even(2.5) == 2);
  CHECK(round_half_even(-0.5) == 0);
  CHECK(round_half_even(2.500001) == 3);
}
