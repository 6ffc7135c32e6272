// Windows.
#pragma once

#include <cstddef>
#include <vector>

namespace stride::signal {

// Symmetric Tukey (tapered-cosine) window; `fraction` of it is taper (0: rectangular, 1: Hann).
std::vector<double> tukey(std::size_t n, double fraction);
// Symmetric Kaiser window.
std::vector<double> kaiser(std::size_t n, double beta);
// Modified Bessel function of the first kind, order 0, to double precision.
double bessel_i0(double x);

}  // namespace stride::signal
