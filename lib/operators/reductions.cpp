#include "operators/reductions.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "core/simd.hpp"

// The bodies are inlined into one multiversioned function per type; a template itself cannot be multiversioned.
#define STRIDE_BODY [[gnu::always_inline]] inline

namespace stride::operators {
namespace {

constexpr std::size_t lanes = 16;
using Lanes = std::array<double, lanes>;

STRIDE_BODY double folded(Lanes sums) {
  for (std::size_t width = lanes / 2; width > 0; width /= 2)
    for (std::size_t l = 0; l < width; ++l) sums[l] += sums[l + width];
  return sums[0];
}

template <class Real>
STRIDE_BODY double dot_body(const Real* x, const Real* y, std::size_t n) {
  Lanes sums{};
  const std::size_t whole = n / lanes * lanes;
  for (std::size_t i = 0; i < whole; i += lanes)
    for (std::size_t l = 0; l < lanes; ++l) sums[l] += static_cast<double>(x[i + l]) * static_cast<double>(y[i + l]);
  for (std::size_t i = whole; i < n; ++i) sums[i - whole] += static_cast<double>(x[i]) * static_cast<double>(y[i]);
  return folded(sums);
}

template <class Real>
STRIDE_BODY void scale_body(Real* x, std::size_t n, double factor) {
  for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<Real>(static_cast<double>(x[i]) * factor);
}

template <class Real>
STRIDE_BODY void scale_and_add_body(Real* y, double a, const Real* x, double b, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i)
    y[i] = static_cast<Real>(a * static_cast<double>(y[i]) + b * static_cast<double>(x[i]));
}

// A sample is finite unless all bits of its exponent are set; comparing bits, not numbers, lets the loop be vectorised.
// Blocks bound the work after the first bad sample.
template <class Real>
STRIDE_BODY bool finite_body(const Real* x, std::size_t n) {
  using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
  const Bits exponent = std::bit_cast<Bits>(std::numeric_limits<Real>::infinity());
  constexpr std::size_t block = 4096;
  for (std::size_t start = 0; start < n; start += block) {
    const std::size_t end = start + block < n ? start + block : n;
    Bits bad = 0;
    for (std::size_t i = start; i < end; ++i)
      bad |= (std::bit_cast<Bits>(x[i]) & exponent) == exponent ? Bits{1} : Bits{0};
    if (bad != 0) return false;
  }
  return true;
}

template <class Real>
STRIDE_BODY double largest_body(const Real* x, std::size_t n) {
  std::array<Real, lanes> largest{};
  const std::size_t whole = n / lanes * lanes;
  for (std::size_t i = 0; i < whole; i += lanes)
    for (std::size_t l = 0; l < lanes; ++l) {
      const Real magnitude = x[i + l] < 0 ? -x[i + l] : x[i + l];
      largest[l] = magnitude > largest[l] ? magnitude : largest[l];
    }
  Real result = 0;
  for (const Real value : largest) result = value > result ? value : result;
  for (std::size_t i = whole; i < n; ++i) {
    const Real magnitude = std::fabs(x[i]);
    result = magnitude > result ? magnitude : result;
  }
  return static_cast<double>(result);
}

}  // namespace

STRIDE_CLONES double sum_of_squares(const float* x, std::size_t n) {
  return dot_body(x, x, n);
}
STRIDE_CLONES double sum_of_squares(const double* x, std::size_t n) {
  return dot_body(x, x, n);
}
STRIDE_CLONES double dot(const float* x, const float* y, std::size_t n) {
  return dot_body(x, y, n);
}
STRIDE_CLONES double dot(const double* x, const double* y, std::size_t n) {
  return dot_body(x, y, n);
}
STRIDE_CLONES void scale(float* x, std::size_t n, double factor) {
  scale_body(x, n, factor);
}
STRIDE_CLONES void scale(double* x, std::size_t n, double factor) {
  scale_body(x, n, factor);
}
STRIDE_CLONES void scale_and_add(float* y, double a, const float* x, double b, std::size_t n) {
  scale_and_add_body(y, a, x, b, n);
}
STRIDE_CLONES void scale_and_add(double* y, double a, const double* x, double b, std::size_t n) {
  scale_and_add_body(y, a, x, b, n);
}
STRIDE_CLONES bool all_finite(const float* x, std::size_t n) {
  return finite_body(x, n);
}
STRIDE_CLONES bool all_finite(const double* x, std::size_t n) {
  return finite_body(x, n);
}
STRIDE_CLONES double largest_magnitude(const float* x, std::size_t n) {
  return largest_body(x, n);
}
STRIDE_CLONES double largest_magnitude(const double* x, std::size_t n) {
  return largest_body(x, n);
}

}  // namespace stride::operators
