// Real FFTs through FFTW with a plan cache; any thread may call.
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

#include "core/array.hpp"

namespace stride::signal {

// Smallest 2^a 3^b 5^c 7^d at least n.
std::size_t good_fft_size(std::size_t n);

// X[k] = sum_n x[n] exp(-2 pi i k n/N), k = 0..N/2, N = x.size(). In the precision of Real.
template <class Real>
std::vector<std::complex<Real>> rfft(const std::vector<Real>& x);
// The inverse, 1/N included; `n` is the length of the result, `spectrum` has n/2+1 bins (assertion).
template <class Real>
std::vector<Real> irfft(const std::vector<std::complex<Real>>& spectrum, std::size_t n);

}  // namespace stride::signal
