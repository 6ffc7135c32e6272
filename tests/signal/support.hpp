// Signals and the dot-product test that the tests of this folder share.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "core/array.hpp"
#include "core/random.hpp"

namespace stride::test {

// The signal that expected numbers were computed for, with SciPy 1.10: sin(0.3 n) + 0.25 ((n mod 7) - 3).
inline std::vector<double> probe(std::size_t samples) {
  std::vector<double> x;
  for (std::size_t n = 0; n < samples; ++n)
    x.push_back(std::sin(0.3 * static_cast<double>(n)) + 0.25 * (static_cast<double>(n % 7) - 3));
  return x;
}

inline Rows<double> one_row(std::vector<double>& x) {
  return {x.data(), 1, x.size()};
}

template <class Real>
Array<Real> random_traces(const Shape& shape, std::uint64_t seed) {
  auto traces = Array<Real>::uninitialised(shape);
  Random random(seed);
  for (Real& x : traces) x = static_cast<Real>(random.normal());
  return traces;
}

template <class Real>
double dot(const Array<Real>& a, const Array<Real>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  return sum;
}

// |<Ax, y> - <x, A'y>| / (|Ax| |y|) for maps in place, of random x and y.
template <class Real, class Forward, class Adjoint>
double dot_product_error(const Shape& shape, Forward forward, Adjoint adjoint) {
  const auto x = random_traces<Real>(shape, 1), y = random_traces<Real>(shape, 2);
  auto ax = x.clone(), aty = y.clone();
  forward(ax);
  adjoint(aty);
  const double size = std::sqrt(dot(ax, ax) * dot(y, y));
  return size == 0 ? 1 : std::abs(dot(ax, y) - dot(x, aty)) / size;
}

template <class Real>
constexpr double dot_product_tolerance = sizeof(Real) == sizeof(float) ? 1e-5 : 1e-12;

}  // namespace stride::test
