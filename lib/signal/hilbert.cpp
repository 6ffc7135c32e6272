#include "signal/hilbert.hpp"

#include <cassert>
#include <cmath>
#include <vector>

#include "signal/spectral_map.hpp"

namespace stride::signal {
namespace {

// sign +1: H; -1: its transpose.
template <class Real>
void apply(detail::RealFft<double>& fft, Rows<Real> traces, double sign) {
  const std::size_t n = fft.size();
  detail::map_spectrum(fft, traces, [n, sign](std::size_t k) {
    return k == 0 || 2 * k == n ? std::complex<double>(0) : std::complex<double>(0, -sign);
  });
}

template <class Real>
void apply(Rows<Real> traces, double sign) {
  if (traces.size() == 0) return;
  detail::RealFft<double> fft(traces.cols);
  apply(fft, traces, sign);
}

}  // namespace

template <class Real>
void hilbert(Rows<Real> traces) {
  apply(traces, 1);
}

template <class Real>
void hilbert_adjoint(Rows<Real> traces) {
  apply(traces, -1);
}

template <class Real>
void envelope(Rows<Real> traces) {
  if (traces.size() == 0) return;
  detail::RealFft<double> fft(traces.cols);
  auto imaginary = Array<double>::uninitialised({1, traces.cols});
  for (std::size_t r = 0; r < traces.rows; ++r) {
    Real* row = traces.row(r);
    std::copy_n(row, traces.cols, imaginary.data());
    apply(fft, imaginary.rows(), 1);
    for (std::size_t n = 0; n < traces.cols; ++n)
      row[n] = static_cast<Real>(std::hypot(static_cast<double>(row[n]), imaginary[n]));
  }
}

// With h = H x, e = sqrt(x^2 + h^2): de = (x dx + h H dx) / e.
template <class Real>
void envelope_adjoint(Rows<const Real> traces, Rows<Real> gradient) {
  assert(traces.rows == gradient.rows && traces.cols == gradient.cols);
  if (traces.size() == 0) return;
  detail::RealFft<double> fft(traces.cols);
  auto imaginary = Array<double>::uninitialised({1, traces.cols});
  std::vector<double> direct(traces.cols);
  for (std::size_t r = 0; r < traces.rows; ++r) {
    const Real* x = traces.row(r);
    Real* g = gradient.row(r);
    std::copy_n(x, traces.cols, imaginary.data());
    apply(fft, imaginary.rows(), 1);
    for (std::size_t n = 0; n < traces.cols; ++n) {
      const double e = std::hypot(static_cast<double>(x[n]), imaginary[n]);
      const double scaled = e == 0 ? 0 : static_cast<double>(g[n]) / e;
      direct[n] = scaled * static_cast<double>(x[n]);
      imaginary[n] *= scaled;
    }
    apply(fft, imaginary.rows(), -1);
    for (std::size_t n = 0; n < traces.cols; ++n) g[n] = static_cast<Real>(direct[n] + imaginary[n]);
  }
}

#define STRIDE_INSTANTIATE(Real)             \
  template void hilbert(Rows<Real>);         \
  template void hilbert_adjoint(Rows<Real>); \
  template void envelope(Rows<Real>);        \
  template void envelope_adjoint(Rows<const Real>, Rows<Real>)
STRIDE_INSTANTIATE(float);
STRIDE_INSTANTIATE(double);
#undef STRIDE_INSTANTIATE

}  // namespace stride::signal
