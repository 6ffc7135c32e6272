// Reference cases of wavelets and spectra.
#include <cmath>
#include <numbers>

#include "compare.hpp"
#include "signal/spectrum.hpp"
#include "signal/wavelets.hpp"

namespace stride::reference {
namespace {

Array<double> line(const std::vector<double>& values) {
  return Array<double>::from({values.size()}, values);
}

constexpr double negligible = 1e-6;  // of the largest magnitude: angle and dB are noise below

void check_bandwidths(Case& c, const Array<double>& signal, double dt_s) {
  for (const std::string& name : c.tree().children(c.path(""))) {
    if (!name.starts_with("bandwidth_")) continue;
    const double cutoff = std::stod(name.substr(std::string("bandwidth_").size()));
    const signal::Bandwidth band = signal::bandwidth(signal.rows(), dt_s, cutoff);
    c.compare(name, line({band.f_min_hz, band.f_centre_hz, band.f_max_hz}));
  }
}

}  // namespace

void check_wavelet(Case& c) {
  const auto whole = [&](const char* key) { return static_cast<std::size_t>(c.number(key, 0)); };
  const double f = c.number("centre_freq", 0), dt = c.number("dt", 0);
  const std::size_t num = whole("n_samples");
  std::vector<double> ours;
  if (c.name().starts_with("tone_burst"))
    ours = signal::tone_burst(
        f, c.number("n_cycles", 0), num, dt,
        c.text("envelope") == "rectangular" ? signal::Envelope::rectangular : signal::Envelope::gaussian,
        whole("offset"));
  else if (c.name().starts_with("ricker"))
    ours = signal::ricker(f, num, dt, whole("offset"));
  else if (c.name().starts_with("continuous_wave"))
    ours = signal::continuous_wave(f, num, dt, c.number("phase", 0), c.number("ramp_length", 4));
  else
    c.require(false, "unknown wavelet");
  c.record(relative_error(line(ours), c.tree().read<double>(c.path(""))), "samples");
}

void check_spectrum(Case& c) {
  const double dt_s = std::get<double>(c.tree().attributes("/").at("dt"));
  const Array<double> signal = c.read<double>("signal");
  c.compare("freqs", line(signal::frequencies(signal.rows().cols, dt_s)));
  const auto shaped = [](Array<double> data, const Array<double>& like) {
    return data.size() == like.size() ? Array<double>::from(like.shape(), data) : std::move(data);
  };
  const Array<double> magnitude = c.read<double>("magnitude");
  c.record(relative_error(shaped(signal::magnitude_spectrum(signal.rows()), magnitude), magnitude), "magnitude");
  double largest = 0;
  for (const double m : magnitude) largest = std::fmax(largest, m);
  const auto counts = [&](std::size_t i) { return magnitude[i] > negligible * largest; };

  const Array<double> db = c.read<double>("magnitude_db");
  c.record(relative_error(shaped(signal::magnitude_spectrum_db(signal.rows()), db), db, counts), "magnitude_db");
  const Array<double> phase = c.read<double>("phase");
  Array<double> angle = shaped(signal::phase_spectrum(signal.rows()), phase);
  if (angle.size() == phase.size())
    for (std::size_t i = 0; i < angle.size(); ++i)  // -pi and pi are one angle
      angle[i] = phase[i] + std::remainder(angle[i] - phase[i], 2 * std::numbers::pi);
  c.record(relative_error(angle, phase, counts), "phase");
  check_bandwidths(c, signal, dt_s);
}

}  // namespace stride::reference
