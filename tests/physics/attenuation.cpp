#include "physics/acoustic/attenuation.hpp"

#include <doctest/doctest.h>

#include <complex>

#include "physics/waves.hpp"

using namespace stride;
using namespace stride::test;

namespace {

double amplitude(const std::vector<double>& trace, double dt_s, double f_hz) {
  std::complex<double> sum = 0;
  for (std::size_t n = 0; n < trace.size(); ++n)
    sum += trace[n] * std::polar(1.0, -2 * std::numbers::pi * f_hz * dt_s * static_cast<double>(n));
  return std::abs(sum);
}

// dB lost per cm between two receivers, beyond what a lossless medium loses, along an axis or a diagonal.
double loss_db_cm(int power, double alpha, double f_hz, bool diagonal, ac::Kernel kernel) {
  const double h = 0.5e-3;
  WaveProblem lossy = uniform_problem({100, 100}, h, 30, 1500, 0.3, 440);
  lossy.settings.attenuation_power = power;
  lossy.settings.kernel = kernel;
  WaveProblem lossless = lossy;
  lossy.alpha.assign(lossy.vp.size(), static_cast<float>(alpha));
  const std::size_t near = 20, far = diagonal ? 60 : 80, other = 20;
  WaveShot shot{{{10 * h, diagonal ? 10 * h : 50 * h}}, {}, {ricker_wavelet(lossy, 0.3e6)}};
  for (const std::size_t to : {near, far}) {
    const double x = static_cast<double>(to) * h;
    shot.receivers.push_back({x, diagonal ? x : 50 * h});
  }
  const double distance_cm = static_cast<double>(far - other) * h * 100 * (diagonal ? std::sqrt(2.0) : 1);
  const Array<float> with = run_waves<double>(lossy, shot), without = run_waves<double>(lossless, shot);
  const auto ratio = [&](std::size_t r) {
    return amplitude(row_of(with, r), lossy.dt_s, f_hz) / amplitude(row_of(without, r), lossy.dt_s, f_hz);
  };
  return -20 * std::log10(ratio(1) / ratio(0)) / distance_cm;
}

}  // namespace

TEST_CASE("attenuation: dB per cm at 1 MHz in Np per m") {
  CHECK(ac::nepers(1, 0) == doctest::Approx(100 / 8.685889638));
  CHECK(ac::nepers(1, 2) * std::pow(2 * std::numbers::pi * 1e6, 2) == doctest::Approx(100 / 8.685889638));
  CHECK(ac::loss_rate(1500, 2) == doctest::Approx(2 * 100 / 8.685889638 * 1500));
}

TEST_CASE("attenuation: waves lose the dB per cm that are given, along axes and diagonals, within 3 %") {
  for (const ac::Kernel kernel : {ac::Kernel::ot2, ac::Kernel::ot4})
    for (const bool diagonal : {false, true}) {
      CAPTURE(ac::to_string(kernel));
      CAPTURE(diagonal);
      for (const double f : {0.2e6, 0.35e6}) {
        CAPTURE(f);
        CHECK(loss_db_cm(0, 1.5, f, diagonal, kernel) == doctest::Approx(1.5).epsilon(0.03));
        CHECK(loss_db_cm(2, 10, f, diagonal, kernel) == doctest::Approx(10 * f * f * 1e-12).epsilon(0.03));
      }
    }
}
