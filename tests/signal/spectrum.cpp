#include "signal/spectrum.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <vector>

using namespace stride;
using namespace stride::signal;

namespace {

constexpr double pi = std::numbers::pi;

// Row 0: amplitude 2 in bin 4; row 1: amplitude 1 in bin 4, phase +90 degrees.
std::vector<double> two_tones() {
  std::vector<double> x;
  x.reserve(64);
  for (int n = 0; n < 32; ++n) x.push_back(2 * std::cos(2 * pi * 4 * n / 32));
  for (int n = 0; n < 32; ++n) x.push_back(-std::sin(2 * pi * 4 * n / 32));
  return x;
}

}  // namespace

TEST_CASE("spectrum: magnitude over N, dB against the largest of the array, phase") {
  const std::vector<double> x = two_tones();
  const Rows<const double> traces{x.data(), 2, 32};
  const Array<double> magnitude = magnitude_spectrum(traces), db = magnitude_spectrum_db(traces);
  CHECK(magnitude.shape() == Shape{2, 17});
  CHECK(magnitude.rows().row(0)[4] == doctest::Approx(1.0).epsilon(1e-14));
  CHECK(magnitude.rows().row(1)[4] == doctest::Approx(0.5).epsilon(1e-14));
  CHECK(magnitude.rows().row(0)[5] < 1e-15);
  CHECK(std::abs(db.rows().row(0)[4]) < 1e-12);
  CHECK(db.rows().row(1)[4] == doctest::Approx(20 * std::log10(0.5)).epsilon(1e-12));
  CHECK(phase_spectrum(traces).rows().row(1)[4] == doctest::Approx(pi / 2).epsilon(1e-12));
  const std::vector<double> f = frequencies(32, 0.5);
  CHECK(f.size() == 17);
  CHECK(f[4] == doctest::Approx(0.25).epsilon(1e-15));
}

TEST_CASE("bandwidth: first and last frequency above the cutoff, and the peak") {
  // A Gaussian spectrum around bin 40 of 512 samples: -10 dB at sqrt(2 ln(10^0.5)) = 1.517 standard deviations.
  std::vector<double> x;
  for (int n = 0; n < 512; ++n) {
    const double t = n - 256;
    x.push_back(std::exp(-0.5 * t * t / (12.0 * 12.0)) * std::cos(2 * pi * 40 / 512 * t));
  }
  const double deviation = 1 / (2 * pi * 12), step = 1.0 / 512;
  const Bandwidth band = bandwidth({x.data(), 1, 512}, 1);
  CHECK(band.f_centre_hz == doctest::Approx(40.0 / 512).epsilon(1e-12));
  CHECK(std::abs(band.f_min_hz - (40.0 / 512 - 1.517 * deviation)) < step);
  CHECK(std::abs(band.f_max_hz - (40.0 / 512 + 1.517 * deviation)) < step);
  const Bandwidth wider = bandwidth({x.data(), 1, 512}, 1, -20);
  CHECK(wider.f_min_hz < band.f_min_hz);
  CHECK(wider.f_max_hz > band.f_max_hz);
}

TEST_CASE("bandwidth: zero traces have none") {
  const std::vector<double> zero(64, 0.0);
  const Bandwidth band = bandwidth({zero.data(), 2, 32}, 1);
  CHECK(band.f_min_hz == 0);
  CHECK(band.f_centre_hz == 0);
  CHECK(band.f_max_hz == 0);
  CHECK(magnitude_spectrum_db({zero.data(), 2, 32})[3] == doctest::Approx(-620));
  CHECK(magnitude_spectrum({zero.data(), 0, 32}).empty());
}
