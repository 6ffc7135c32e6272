#include "signal/wavelets.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "core/error.hpp"

using namespace stride;
using namespace stride::signal;

namespace {

std::string message(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    return error.what();
  }
  return "";
}

}  // namespace

// Numbers computed with NumPy 1.24 from the formulae in the header.
TEST_CASE("tone_burst: length, envelope, offset") {
  const std::vector<double> gaussian = tone_burst(5e5, 3, 500, 8e-8);
  REQUIRE(gaussian.size() == 500);
  CHECK(std::abs(gaussian[5] - 0.032202669724005956) < 1e-14);
  CHECK(std::abs(gaussian[20] - -0.3638266790365291) < 1e-14);
  CHECK(std::abs(gaussian[74] - -0.0037001696226326344) < 1e-14);
  CHECK(std::all_of(gaussian.begin() + 75, gaussian.end(), [](double x) { return x == 0; }));  // 76 samples long
  const std::vector<double> rectangular = tone_burst(5e5, 3, 500, 8e-8, Envelope::rectangular, 7);
  CHECK(std::abs(rectangular[12] - 0.9458172417006347) < 1e-14);
  CHECK(std::abs(rectangular[81] - -0.26284872131374115) < 1e-14);
  CHECK(std::all_of(rectangular.begin(), rectangular.begin() + 7, [](double x) { return x == 0; }));
}

TEST_CASE("tone_burst: one that is longer than the record is refused with both lengths") {
  const std::string text = message([] { tone_burst(5e5, 3, 50, 5e-8); });
  CHECK(text.find("121") != std::string::npos);
  CHECK(text.find("50") != std::string::npos);
  CHECK(tone_burst(5e5, 3, 121, 5e-8).size() == 121);
  CHECK(message([] { tone_burst(5e5, 3, 125, 5e-8, Envelope::gaussian, 5); }).find("126") != std::string::npos);
}

TEST_CASE("ricker: centred peak") {
  const std::vector<double> wavelet = ricker(3.5e5, 500, 8e-8, 25);
  CHECK(wavelet[25] == 0);
  CHECK(std::abs(wavelet[26] - -3.0179084758899603e-05) < 1e-15);
  CHECK(wavelet[67] == 1);
  CHECK(std::abs(wavelet[107] - -5.328274898578641e-05) < 1e-15);
  CHECK(std::abs(ricker(5e5, 500, 8e-8)[20] - -0.44387595168783733) < 1e-14);
  CHECK(message([] { ricker(5e5, 58, 8e-8); }).find("59") != std::string::npos);
}

TEST_CASE("continuous_wave: phase and ramp") {
  const std::vector<double> ramped = continuous_wave(5e5, 500, 8e-8);
  CHECK(std::abs(ramped[5] - 0.00597316338811208) < 1e-15);
  CHECK(std::abs(ramped[20] - -0.09259949524578186) < 1e-14);
  CHECK(std::abs(ramped[499] - -0.24868988716484441) < 1e-13);
  const std::vector<double> bare = continuous_wave(5e5, 500, 8e-8, 0, 0);
  CHECK(std::abs(bare[5] - 0.9510565162951536) < 1e-14);
  const std::vector<double> turned = continuous_wave(5e5, 500, 8e-8, 0.7, 2);
  CHECK(std::abs(turned[20] - -0.18900417695429847) < 1e-14);
  CHECK(continuous_wave(5e5, 10, 8e-8).size() == 10);  // a record within the ramp
}
