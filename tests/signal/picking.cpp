#include "signal/picking.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace stride::signal;

namespace {

// Weak noise, and a tone from `arrival` on.
std::vector<float> late_tone(std::size_t arrival) {
  std::vector<float> x(500);
  for (std::size_t n = 0; n < x.size(); ++n) {
    const auto t = static_cast<float>(n);
    x[n] = 0.01F * std::sin(1.7F * t);
    if (n >= arrival) x[n] += std::cos(0.5F * (t - static_cast<float>(arrival)));
  }
  return x;
}

}  // namespace

TEST_CASE("pick_threshold: the first sample above a part of the largest") {
  const std::vector<float> x = late_tone(200);
  CHECK(pick_threshold(x.data(), x.size(), 0.05) == 200);
  const std::vector<double> ramp = {0, 1, -2, 3, -4};
  CHECK(pick_threshold(ramp.data(), 5, 0.5) == 3);
  CHECK(pick_threshold(ramp.data(), 5, 0.0) == 1);
  CHECK_FALSE(pick_threshold(ramp.data(), 5, 1.0).has_value());
  const std::vector<double> zero(5, 0.0);
  CHECK_FALSE(pick_threshold(zero.data(), 5, 0.05).has_value());
  CHECK_FALSE(pick_threshold(zero.data(), 0, 0.05).has_value());
}

TEST_CASE("pick_sta_lta: the first sample where the short mean exceeds the long one") {
  const std::vector<float> x = late_tone(200);
  const auto pick = pick_sta_lta(x.data(), x.size(), 5, 50, 4);
  REQUIRE(pick.has_value());
  CHECK(*pick == 200);
  CHECK_FALSE(pick_sta_lta(x.data(), x.size(), 5, 50, 11).has_value());  // the ratio is at most 50/5
  CHECK_FALSE(pick_sta_lta(x.data(), 49, 5, 50, 0.1).has_value());       // shorter than the long window

  // By hand: squares 1 1 1 9; means over 1 and over 4: 9 and 3.
  const std::vector<double> four = {1, -1, 1, 3};
  CHECK(pick_sta_lta(four.data(), 4, 1, 4, 2.9) == 3);
  CHECK_FALSE(pick_sta_lta(four.data(), 4, 1, 4, 3).has_value());
  const std::vector<double> zero(100, 0.0);
  CHECK_FALSE(pick_sta_lta(zero.data(), 100, 5, 50, 0).has_value());
}
