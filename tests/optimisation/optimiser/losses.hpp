// Functions to be minimised, and small arrays.
#pragma once

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <vector>

#include "core/random.hpp"
#include "optimisation/optimiser/table.hpp"

namespace stride::test {

template <class Real>
Array<Real> vector_of(std::initializer_list<double> numbers) {
  Array<Real> result = Array<Real>::uninitialised({numbers.size()});
  std::size_t i = 0;
  for (const double x : numbers) result[i++] = static_cast<Real>(x);
  return result;
}

template <class Real>
std::vector<std::uint64_t> bits_of(const Array<Real>& x) {
  using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
  std::vector<std::uint64_t> result;
  for (const Real value : x) result.push_back(std::bit_cast<Bits>(value));
  return result;
}

// 0.5 sum a_i (x_i - 1)^2 with curvatures a_i from 1 to `condition`.
template <class Real>
struct Quadratic {
  std::size_t n = 6;
  double condition = 50;

  double curvature(std::size_t i) const {
    return n == 1 ? condition : std::pow(condition, static_cast<double>(i) / static_cast<double>(n - 1));
  }
  double loss(const Array<Real>& x) const {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += 0.5 * curvature(i) * std::pow(static_cast<double>(x[i]) - 1, 2);
    return sum;
  }
  Array<Real> gradient(const Array<Real>& x) const {
    Array<Real> g = Array<Real>::uninitialised({n});
    for (std::size_t i = 0; i < n; ++i) g[i] = static_cast<Real>(curvature(i) * (static_cast<double>(x[i]) - 1));
    return g;
  }
  // The step that minimises the loss along -direction.
  double exact_step(const Array<Real>& g, const Array<Real>& d) const {
    double slope = 0, bend = 0;
    for (std::size_t i = 0; i < n; ++i) {
      slope += static_cast<double>(g[i]) * static_cast<double>(d[i]);
      bend += curvature(i) * static_cast<double>(d[i]) * static_cast<double>(d[i]);
    }
    return bend > 0 ? slope / bend : 0;
  }
};

// Rosenbrock (1960, Computer J. 3, 175-184): minimum 0 at (1, 1).
struct Rosenbrock {
  static double loss(const Array<double>& x) { return 100 * std::pow(x[1] - x[0] * x[0], 2) + std::pow(1 - x[0], 2); }
  static Array<double> gradient(const Array<double>& x) {
    const double bend = x[1] - x[0] * x[0];
    return vector_of<double>({-400 * x[0] * bend - 2 * (1 - x[0]), 200 * bend});
  }
};

// Values with some numbers given.
inline spec::Values with(std::initializer_list<std::pair<std::string, spec::Values::Value>> given) {
  spec::Values values;
  for (const auto& [key, value] : given) values.set(key, value, {}, true);
  return values;
}

}  // namespace stride::test
