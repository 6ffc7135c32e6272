#include "signal/wavelets.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <numbers>

#include "core/error.hpp"
#include "signal/fir.hpp"
#include "signal/windows.hpp"

namespace stride::signal {
namespace {

using std::numbers::pi;

// a // b as the field's Python tools divide: the floor of the exact quotient, not of the rounded one.
double floor_divide(double a, double b) {
  return std::round((a - std::fmod(a, b)) / b);
}

std::size_t wavelet_length(double duration_s, double dt_s) {
  return static_cast<std::size_t>(floor_divide(duration_s, dt_s) + 1);
}

std::vector<double> place(const std::vector<double>& wavelet, std::size_t num, std::size_t offset, const char* name) {
  if (offset + wavelet.size() > num) {
    const std::string needed =
        offset == 0 ? fmt::format("{} samples long", wavelet.size())
                    : fmt::format("{} samples long with its offset of {}", offset + wavelet.size(), offset);
    throw Error(ErrorKind::usage, "", fmt::format("the {} is {}, the record {}", name, needed, num),
                "record longer, or raise the frequency");
  }
  std::vector<double> record(num, 0.0);
  const std::vector<double> window = tukey(wavelet.size(), 0.05);
  for (std::size_t i = 0; i < wavelet.size(); ++i) record[offset + i] = wavelet[i] * window[i];
  return record;
}

}  // namespace

std::vector<double> tone_burst(double f_centre_hz, double cycles, std::size_t num, double dt_s, Envelope envelope,
                               std::size_t offset) {
  assert(f_centre_hz > 0 && cycles > 0 && dt_s > 0);
  const double duration = cycles / f_centre_hz;
  std::vector<double> burst(wavelet_length(duration, dt_s));
  const auto count = static_cast<double>(burst.size());
  for (std::size_t i = 0; i < burst.size(); ++i) {
    const auto index = static_cast<double>(i);
    burst[i] = std::sin(2 * pi * f_centre_hz * (index * (duration / count)));
    if (envelope == Envelope::gaussian) {
      const double x = burst.size() == 1 ? -3 : -3 + index * (6 / (count - 1));
      burst[i] *= std::exp(-0.5 * x * x);
    }
  }
  return place(burst, num, offset, "tone burst");
}

std::vector<double> ricker(double f_centre_hz, std::size_t num, double dt_s, std::size_t offset) {
  assert(f_centre_hz > 0 && dt_s > 0);
  const double duration = 3 * std::sqrt(6.0) / (pi * f_centre_hz);
  std::vector<double> wavelet(wavelet_length(duration, dt_s));
  const double step = duration / static_cast<double>(wavelet.size());
  for (std::size_t i = 0; i < wavelet.size(); ++i) {
    const double root = pi * f_centre_hz * (static_cast<double>(i) * step - duration / 2);
    wavelet[i] = (1 - 2 * root * root) * std::exp(-root * root);
  }
  return place(wavelet, num, offset, "Ricker wavelet");
}

std::vector<double> continuous_wave(double f_centre_hz, std::size_t num, double dt_s, double phase_rad,
                                    double ramp_length_periods) {
  assert(f_centre_hz > 0 && dt_s > 0 && ramp_length_periods >= 0);
  const auto ramp = static_cast<std::size_t>(round_half_even(ramp_length_periods / (f_centre_hz * dt_s)));
  std::vector<double> wave(num);
  for (std::size_t i = 0; i < num; ++i) {
    const auto index = static_cast<double>(i);
    wave[i] = std::sin(2 * pi * f_centre_hz * (index * dt_s) + phase_rad);
    if (i >= ramp) continue;
    const double position = ramp == 1 ? 0 : index / static_cast<double>(ramp - 1);
    wave[i] *= 0.5 * (1 - std::cos(pi * position));
  }
  return wave;
}

}  // namespace stride::signal
