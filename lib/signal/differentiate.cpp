#include "signal/differentiate.hpp"

#include <cassert>
#include <cmath>
#include <numbers>
#include <vector>

#include "signal/fft.hpp"
#include "signal/spectral_map.hpp"

namespace stride::signal {
namespace {

using std::numbers::pi;

// `position` is the frequency over Nyquist.
double nyquist_taper(double position) {
  constexpr double start = 0.8;
  if (position <= start) return 1;
  return 0.5 * (1 + std::cos(pi * (position - start) / (1 - start)));
}

// `sign` turns 2 pi i f into its conjugate for the transpose.
template <class Real>
void differentiate_by_fft(Rows<Real> traces, double dt_s, int order, double sign) {
  assert(dt_s > 0 && (order == 1 || order == 2));
  if (traces.size() == 0) return;
  detail::RealFft<double> fft(good_fft_size(2 * traces.cols));
  std::vector<std::complex<double>> response(fft.bins());
  for (std::size_t k = 0; k < response.size(); ++k) {
    const double f = static_cast<double>(k) / static_cast<double>(fft.size());  // cycles per sample
    const double omega = 2 * pi * f / dt_s;
    const std::complex<double> factor = order == 1 ? std::complex<double>(0, sign * omega) : -omega * omega;
    response[k] = factor * nyquist_taper(2 * f);
  }
  detail::map_spectrum(fft, traces, [&response](std::size_t k) { return response[k]; });
}

// Weights of output n on inputs first, first + 1, first + 2.
struct Stencil {
  std::size_t first = 0;
  double weight[3] = {0, 0, 0};
};

Stencil central_stencil(std::size_t n, std::size_t samples, double dt_s, int order) {
  const double a = 1 / dt_s, b = a * a;
  const bool left = n == 0, right = n == samples - 1;
  const std::size_t first = left ? 0 : right ? samples - 3 : n - 1;
  if (order == 2) return {first, {b, -2 * b, b}};
  if (left) return {0, {-a, a, 0}};
  if (right) return {samples - 2, {-a, a, 0}};
  return {first, {-a / 2, 0, a / 2}};
}

template <class Real>
void differentiate_by_stencil(Rows<Real> traces, double dt_s, int order, bool transposed) {
  assert(dt_s > 0 && (order == 1 || order == 2));
  const bool too_short = traces.cols < static_cast<std::size_t>(order) + 1;
  std::vector<double> result(traces.cols);
  for (std::size_t r = 0; r < traces.rows; ++r) {
    Real* row = traces.row(r);
    std::fill(result.begin(), result.end(), 0.0);
    for (std::size_t n = 0; n < traces.cols && !too_short; ++n) {
      const Stencil stencil = central_stencil(n, traces.cols, dt_s, order);
      for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t m = stencil.first + i;
        if (stencil.weight[i] == 0) continue;
        if (transposed)
          result[m] += stencil.weight[i] * static_cast<double>(row[n]);
        else
          result[n] += stencil.weight[i] * static_cast<double>(row[m]);
      }
    }
    std::transform(result.begin(), result.end(), row, [](double y) { return static_cast<Real>(y); });
  }
}

}  // namespace

template <class Real>
void differentiate_fft(Rows<Real> traces, double dt_s, int order) {
  differentiate_by_fft(traces, dt_s, order, 1);
}

template <class Real>
void differentiate_fft_adjoint(Rows<Real> traces, double dt_s, int order) {
  differentiate_by_fft(traces, dt_s, order, -1);
}

template <class Real>
void differentiate_central(Rows<Real> traces, double dt_s, int order) {
  differentiate_by_stencil(traces, dt_s, order, false);
}

template <class Real>
void differentiate_central_adjoint(Rows<Real> traces, double dt_s, int order) {
  differentiate_by_stencil(traces, dt_s, order, true);
}

#define STRIDE_INSTANTIATE(Real)                                    \
  template void differentiate_fft(Rows<Real>, double, int);         \
  template void differentiate_fft_adjoint(Rows<Real>, double, int); \
  template void differentiate_central(Rows<Real>, double, int);     \
  template void differentiate_central_adjoint(Rows<Real>, double, int)
STRIDE_INSTANTIATE(float);
STRIDE_INSTANTIATE(double);
#undef STRIDE_INSTANTIATE

}  // namespace stride::signal
