#include "signal/spectrum.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <complex>

#include "signal/fft_plan.hpp"

namespace stride::signal {
namespace {

// Applies `value` to every bin of every row's spectrum.
template <class Value>
Array<double> map_spectrum(Rows<const double> traces, Value value) {
  if (traces.size() == 0) return {};
  detail::RealFft<double> fft(traces.cols);
  auto result = Array<double>::uninitialised({traces.rows, fft.bins()});
  for (std::size_t r = 0; r < traces.rows; ++r) {
    std::copy_n(traces.row(r), traces.cols, fft.real());
    fft.forward();
    std::transform(fft.spectrum(), fft.spectrum() + fft.bins(), result.rows().row(r), value);
  }
  return result;
}

}  // namespace

std::vector<double> frequencies(std::size_t n, double dt_s) {
  assert(dt_s > 0);
  if (n == 0) return {};
  std::vector<double> f(n / 2 + 1);
  for (std::size_t k = 0; k < f.size(); ++k) f[k] = static_cast<double>(k) / (static_cast<double>(n) * dt_s);
  return f;
}

Array<double> magnitude_spectrum(Rows<const double> traces) {
  return map_spectrum(traces,
                      [n = static_cast<double>(traces.cols)](std::complex<double> x) { return std::abs(x) / n; });
}

Array<double> magnitude_spectrum_db(Rows<const double> traces) {
  Array<double> spectrum = magnitude_spectrum(traces);
  if (spectrum.empty()) return spectrum;
  const double largest = *std::max_element(spectrum.begin(), spectrum.end());
  const double scale = largest == 0 ? 1 : largest;
  for (double& value : spectrum) value = 20 * std::log10(value / scale + 1e-31);
  return spectrum;
}

Array<double> phase_spectrum(Rows<const double> traces) {
  return map_spectrum(traces, [](std::complex<double> x) { return std::arg(x); });
}

Bandwidth bandwidth(Rows<const double> traces, double dt_s, double cutoff_db) {
  const Array<double> spectrum = magnitude_spectrum_db(traces);
  if (spectrum.empty() || std::all_of(traces.data, traces.data + traces.size(), [](double x) { return x == 0; }))
    return {};
  const std::vector<double> f = frequencies(traces.cols, dt_s);
  std::vector<double> mean(f.size(), 0.0);
  for (std::size_t r = 0; r < traces.rows; ++r)
    for (std::size_t k = 0; k < f.size(); ++k) mean[k] += spectrum.rows().row(r)[k];
  for (double& value : mean) value /= static_cast<double>(traces.rows);

  const auto peak = static_cast<std::size_t>(std::max_element(mean.begin(), mean.end()) - mean.begin());
  Bandwidth band{f[peak], f[peak], f[peak]};
  const auto above = [cutoff_db](double value) { return value > cutoff_db; };
  const auto first = std::find_if(mean.begin(), mean.end(), above);
  if (first == mean.end()) return band;
  band.f_min_hz = f[static_cast<std::size_t>(first - mean.begin())];
  band.f_max_hz = f[static_cast<std::size_t>(mean.rend() - std::find_if(mean.rbegin(), mean.rend(), above)) - 1];
  return band;
}

}  // namespace stride::signal
