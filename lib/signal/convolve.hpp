// The convolution behind the FIR filters. Internal to signal.
#pragma once

#include <cstddef>
#include <vector>

#include "core/array.hpp"

namespace stride::signal::detail {

// Above this many taps an FFT is faster than direct sums.
inline constexpr std::size_t most_direct_taps = 512;

// y[n] = sum_k taps[k] x[n + shift - k], zeros outside, in place; shift < taps (assertion). Sums in double. Rows with a
// non-finite sample are summed directly whatever the number of taps, so that only samples within reach are spoilt.
template <class Real>
void convolve(const std::vector<double>& taps, std::size_t shift, Rows<Real> traces);

}  // namespace stride::signal::detail
