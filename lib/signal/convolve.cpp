#include "signal/convolve.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <complex>

#include "core/simd.hpp"
#include "signal/fft.hpp"
#include "signal/fft_plan.hpp"
#include "signal/fir.hpp"
#include "signal/vectors.hpp"

namespace stride::signal {
namespace {

using Eight = detail::Doubles<8>;
constexpr std::size_t chunk = 32;  // outputs in flight: four vectors hide the latency of the sums

// out[i] = sum_k taps[k] x[i + count - 1 - k], k ascending, for i in [0, samples); samples is a multiple of `chunk`.
STRIDE_CLONES STRIDE_CONTRACT void convolve_direct(const double* x, const double* taps, std::size_t count, double* out,
                                                   std::size_t samples) {
  for (std::size_t i = 0; i < samples; i += chunk) {
    Eight a{}, b{}, c{}, d{};
    const double* from = x + i + count - 1;
    for (std::size_t k = 0; k < count; ++k) {
      const double* values = from - k;
      a = a + detail::load<Eight>(values) * taps[k];
      b = b + detail::load<Eight>(values + 8) * taps[k];
      c = c + detail::load<Eight>(values + 16) * taps[k];
      d = d + detail::load<Eight>(values + 24) * taps[k];
    }
    detail::store(a, out + i);
    detail::store(b, out + i + 8);
    detail::store(c, out + i + 16);
    detail::store(d, out + i + 24);
  }
}

// Both ways for rows of one length, with their work space.
template <class Real>
class RowConvolver {
 public:
  RowConvolver(const std::vector<double>& taps, std::size_t shift, std::size_t samples)
      : taps_(taps), shift_(shift), samples_(samples), whole_((samples + chunk - 1) / chunk * chunk) {}

  void direct(Real* row) {
    const std::size_t count = taps_.size(), before = count - 1 - shift_;
    padded_.assign(whole_ + count - 1 + before, 0.0);
    out_.resize(whole_);
    std::copy_n(row, samples_, padded_.begin() + static_cast<std::ptrdiff_t>(before));
    convolve_direct(padded_.data(), taps_.data(), count, out_.data(), whole_);
    std::transform(out_.begin(), out_.begin() + static_cast<std::ptrdiff_t>(samples_), row,
                   [](double y) { return static_cast<Real>(y); });
  }

  void by_fft(Real* row, detail::RealFft<double>& fft) {
    if (response_.empty()) {
      load(taps_.data(), taps_.size(), fft);
      response_.assign(fft.spectrum(), fft.spectrum() + fft.bins());
      for (auto& value : response_) value /= static_cast<double>(fft.size());
    }
    load(row, samples_, fft);
    std::complex<double>* spectrum = fft.spectrum();
    for (std::size_t k = 0; k < response_.size(); ++k) {
      const std::complex<double> a = spectrum[k], b = response_[k];
      spectrum[k] = {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
    }
    fft.inverse();
    for (std::size_t n = 0; n < samples_; ++n) row[n] = static_cast<Real>(fft.real()[n + shift_]);
  }

 private:
  template <class T>
  static void load(const T* x, std::size_t count, detail::RealFft<double>& fft) {
    std::copy_n(x, count, fft.real());
    std::fill(fft.real() + count, fft.real() + fft.size(), 0.0);
    fft.forward();
  }

  const std::vector<double>& taps_;
  std::size_t shift_, samples_, whole_;
  std::vector<double> padded_, out_;
  std::vector<std::complex<double>> response_;
};

}  // namespace

namespace detail {

template <class Real>
void convolve(const std::vector<double>& taps, std::size_t shift, Rows<Real> traces) {
  assert(shift < taps.size());
  if (traces.size() == 0) return;
  RowConvolver<Real> convolver(taps, shift, traces.cols);
  if (taps.size() <= most_direct_taps) {
    for (std::size_t r = 0; r < traces.rows; ++r) convolver.direct(traces.row(r));
    return;
  }
  RealFft<double> fft(good_fft_size(traces.cols + taps.size() - 1));
  for (std::size_t r = 0; r < traces.rows; ++r) {
    Real* row = traces.row(r);
    if (std::all_of(row, row + traces.cols, [](Real x) { return std::isfinite(x); }))
      convolver.by_fft(row, fft);
    else
      convolver.direct(row);
  }
}

template void convolve(const std::vector<double>&, std::size_t, Rows<float>);
template void convolve(const std::vector<double>&, std::size_t, Rows<double>);

}  // namespace detail

template <class Real>
void convolve_causal(const std::vector<double>& taps, Rows<Real> traces) {
  detail::convolve(taps, 0, traces);
}

template <class Real>
void convolve_causal_adjoint(const std::vector<double>& taps, Rows<Real> traces) {
  detail::convolve({taps.rbegin(), taps.rend()}, taps.size() - 1, traces);
}

template <class Real>
void convolve_centred(const std::vector<double>& taps, Rows<Real> traces) {
  assert(taps.size() % 2 == 1);
  detail::convolve(taps, taps.size() / 2, traces);
}

template void convolve_causal(const std::vector<double>&, Rows<float>);
template void convolve_causal(const std::vector<double>&, Rows<double>);
template void convolve_causal_adjoint(const std::vector<double>&, Rows<float>);
template void convolve_causal_adjoint(const std::vector<double>&, Rows<double>);
template void convolve_centred(const std::vector<double>&, Rows<float>);
template void convolve_centred(const std::vector<double>&, Rows<double>);

}  // namespace stride::signal
