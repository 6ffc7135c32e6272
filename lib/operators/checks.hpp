// Tests that an adjoint is the adjoint: for users' own operators as much as for ours.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "operators/operator.hpp"

namespace stride::operators {

// <Ax, y> against <x, A'y> with a random y.
struct DotProductTest {
  double forward = 0;  // <Ax, y>
  double adjoint = 0;  // <x, A'y>
  double scale = 0;    // |Ax||y|
  // |forward - adjoint| / scale; infinite when Ax is zero (nothing was tested) or a number is not finite.
  double error() const;
};

// For linear operators of any number of inputs and outputs: x is `inputs`, all products are sums over all arrays, in
// double. y is normal, from `seed`.
template <class Real>
DotProductTest dot_product_test(Operator<Real>& op, const Arrays<Real>& inputs, std::uint64_t seed = 1);

// f(h) = <w, A(x + h dx)> with random w and dx: |f(h) - f(0)| falls as h, |f(h) - f(0) - h <A'w, dx>| as h^2.
struct TaylorTest {
  std::vector<double> steps;
  std::vector<double> first;   // |f(h) - f(0)|
  std::vector<double> second;  // |f(h) - f(0) - h <A'w, dx>|
  double scale = 0;            // |w||A(x)|
  // Least-squares slopes in the log-log plane; points at rounding level (1e-14 of the scale) are left out.
  // NaN where fewer than three points stand above it.
  double first_slope() const;
  double second_slope() const;
  // The second-order term is at rounding level throughout: linear along dx, and the gradient is right.
  bool exact() const;
  // Slope 1 within `tolerance`, and slope 2 within it or exact().
  bool passes(double tolerance = 0.05) const;
  // The numbers as a table, for the message of a failed test.
  std::string to_string() const;
};

struct TaylorOptions {
  double largest_step = 1e-2;  // in units of each input's own root mean square
  double decades = 3;          // steps go down over this many decades
  int count = 7;
  std::uint64_t seed = 1;
  std::vector<bool> vary;  // per input: move it; empty: all are moved
};

// For any differentiable operator. Meant for double: in float rounding covers the second-order term.
template <class Real>
TaylorTest taylor_test(Operator<Real>& op, const Arrays<Real>& inputs, const TaylorOptions& options = {});

// Arrays of the shapes of `like`, normal with mean 0 and standard deviation 1.
template <class Real>
Arrays<Real> random_like(const Arrays<Real>& like, std::uint64_t seed);
// Sum over all arrays of their dot products; empty arrays count as zero.
template <class Real>
double dot(const Arrays<Real>& a, const Arrays<Real>& b);

}  // namespace stride::operators
