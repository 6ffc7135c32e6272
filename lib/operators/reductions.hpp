// Sums and extremes of arrays: in double, in a fixed order, so that the bits depend neither on the CPU nor on threads.
#pragma once

#include <cstddef>

#include "core/array.hpp"

namespace stride::operators {

// All take `n` elements from `x` on; any alignment. Partial sums run in 16 lanes (element i in lane i mod 16) that are
// added pairwise at the end.
double sum_of_squares(const float* x, std::size_t n);
double sum_of_squares(const double* x, std::size_t n);
double dot(const float* x, const float* y, std::size_t n);
double dot(const double* x, const double* y, std::size_t n);

// x *= factor; the product is made in double and rounded once.
void scale(float* x, std::size_t n, double factor);
void scale(double* x, std::size_t n, double factor);
// y = a*y + b*x, in double, rounded once.
void scale_and_add(float* y, double a, const float* x, double b, std::size_t n);
void scale_and_add(double* y, double a, const double* x, double b, std::size_t n);

// True when no element is NaN or infinite.
bool all_finite(const float* x, std::size_t n);
bool all_finite(const double* x, std::size_t n);

// Largest |x|; 0 for n = 0. Finite elements only: a NaN is passed over.
double largest_magnitude(const float* x, std::size_t n);
double largest_magnitude(const double* x, std::size_t n);

// Over a whole array.
template <class Real>
double sum_of_squares(const Array<Real>& array) {
  return sum_of_squares(array.data(), array.size());
}

}  // namespace stride::operators
