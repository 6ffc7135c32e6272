// Windows.
#pragma once

#include <cstddef>
#include <vector>

namespace stride::signal {

// Symmetric Tukey (tapered-cosine) window of n points; `fraction` of it is taper (<= 0: rectangular, >= 1: Hann). One
// point: {1}. Harris, Proc. IEEE 66, 1978.
std::vector<double> tukey(std::size_t n, double fraction);
// Symmetric Kaiser window, I0(beta sqrt(1 - x^2)) / I0(beta), x from -1 to 1; one point: {1}. beta >= 0.
std::vector<double> kaiser(std::size_t n, double beta);
// Modified Bessel function of the first kind, order 0, to double precision, by its power series; |x| < 700.
double bessel_i0(double x);

}  // namespace stride::signal
