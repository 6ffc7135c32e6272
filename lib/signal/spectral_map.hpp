// Linear maps of traces that multiply their spectrum. Internal to signal.
#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>

#include "core/array.hpp"
#include "signal/fft_plan.hpp"

namespace stride::signal::detail {

// In place: zero-pads each row to the transform's length, multiplies bin k by response(k), transforms back (1/N
// included), cuts. Its transpose is the same map with the conjugate responses.
template <class Real, class Response>
void map_spectrum(RealFft<double>& fft, Rows<Real> traces, Response response) {
  const double scale = 1 / static_cast<double>(fft.size());
  for (std::size_t r = 0; r < traces.rows; ++r) {
    Real* row = traces.row(r);
    std::copy_n(row, traces.cols, fft.real());
    std::fill(fft.real() + traces.cols, fft.real() + fft.size(), 0.0);
    fft.forward();
    for (std::size_t k = 0; k < fft.bins(); ++k) fft.spectrum()[k] *= scale * response(k);
    fft.inverse();
    std::transform(fft.real(), fft.real() + traces.cols, row, [](double y) { return static_cast<Real>(y); });
  }
}

}  // namespace stride::signal::detail
