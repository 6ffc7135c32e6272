// Forward-backward FIR filtering (Gustafsson, IEEE Trans. Signal Processing 44, 1996). The steady state of a FIR filter
// for a constant input is what it holds after that constant has gone on for ever: its first sample, repeated before it.
#include <algorithm>
#include <cassert>

#include "signal/fir.hpp"
#include "signal/odd_extension.hpp"

namespace stride::signal {

std::size_t fir_zero_phase_pad(const std::vector<double>& taps) {
  return 3 * taps.size();
}

namespace {

// work holds `before` repetitions of the first sample, then the samples; filters forward in time.
void run_steady(const std::vector<double>& taps, Rows<double> work, std::size_t before) {
  std::fill_n(work.data, before, work.data[before]);
  convolve_causal(taps, work);
}

void run_steady_adjoint(const std::vector<double>& taps, Rows<double> work, std::size_t before) {
  std::fill_n(work.data, before, 0.0);
  convolve_causal_adjoint(taps, work);
  for (std::size_t i = 0; i < before; ++i) work.data[before] += work.data[i];
}

}  // namespace

template <class Real>
void fir_zero_phase(const std::vector<double>& taps, Rows<Real> traces) {
  const std::size_t pad = fir_zero_phase_pad(taps), before = taps.size() - 1, length = traces.cols + 2 * pad;
  auto work = Array<double>::uninitialised({1, before + length});
  double* extended = work.data() + before;
  for (std::size_t r = 0; r < traces.rows; ++r) {
    detail::extend_odd(traces.row(r), traces.cols, pad, extended);
    run_steady(taps, work.rows(), before);
    std::reverse(extended, extended + length);
    run_steady(taps, work.rows(), before);
    std::reverse(extended, extended + length);
    for (std::size_t n = 0; n < traces.cols; ++n) traces.row(r)[n] = static_cast<Real>(extended[pad + n]);
  }
}

template <class Real>
void fir_zero_phase_adjoint(const std::vector<double>& taps, Rows<Real> traces) {
  const std::size_t pad = fir_zero_phase_pad(taps), before = taps.size() - 1, length = traces.cols + 2 * pad;
  auto work = Array<double>::uninitialised({1, before + length});
  double* extended = work.data() + before;
  for (std::size_t r = 0; r < traces.rows; ++r) {
    std::fill_n(extended, length, 0.0);
    std::copy_n(traces.row(r), traces.cols, extended + pad);
    std::reverse(extended, extended + length);
    run_steady_adjoint(taps, work.rows(), before);
    std::reverse(extended, extended + length);
    run_steady_adjoint(taps, work.rows(), before);
    detail::extend_odd_adjoint(extended, traces.cols, pad, traces.row(r));
  }
}

template void fir_zero_phase(const std::vector<double>&, Rows<float>);
template void fir_zero_phase(const std::vector<double>&, Rows<double>);
template void fir_zero_phase_adjoint(const std::vector<double>&, Rows<float>);
template void fir_zero_phase_adjoint(const std::vector<double>&, Rows<double>);

}  // namespace stride::signal
