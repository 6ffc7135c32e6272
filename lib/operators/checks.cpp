#include "operators/checks.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/random.hpp"
#include "operators/reductions.hpp"

namespace stride::operators {
namespace {

constexpr double rounding = 1e-14;
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

template <class Real>
double norm(const Arrays<Real>& arrays) {
  return std::sqrt(dot(arrays, arrays));
}

// Slope of log(values) over log(steps) by least squares, over the values above `floor`.
double slope(const std::vector<double>& steps, const std::vector<double>& values, double floor) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!(values[i] > floor)) continue;
    const double x = std::log(steps[i]), y = std::log(values[i]);
    n += 1;
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  return n < 3 ? not_a_number : (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

// Random directions, each scaled to the root mean square of its input (1 for an input of zeros).
template <class Real>
Arrays<Real> directions(const Arrays<Real>& inputs, const TaylorOptions& options) {
  Arrays<Real> result = random_like(inputs, options.seed + 1);
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const bool moved = options.vary.empty() || options.vary[k];
    const double rms = inputs[k].empty() ? 0 : std::sqrt(sum_of_squares(inputs[k]) / double(inputs[k].size()));
    scale(result[k].data(), result[k].size(), !moved ? 0.0 : rms > 0 ? rms : 1.0);
  }
  return result;
}

template <class Real>
Arrays<Real> moved(const Arrays<Real>& inputs, const Arrays<Real>& direction, double h) {
  Arrays<Real> result = clone(inputs);
  for (std::size_t k = 0; k < result.size(); ++k)
    scale_and_add(result[k].data(), 1.0, direction[k].data(), h, result[k].size());
  return result;
}

}  // namespace

double DotProductTest::error() const {
  const double difference = std::fabs(forward - adjoint) / scale;
  return scale > 0 && std::isfinite(difference) ? difference : std::numeric_limits<double>::infinity();
}

double TaylorTest::first_slope() const {
  return slope(steps, first, rounding * scale);
}

double TaylorTest::second_slope() const {
  return slope(steps, second, rounding * scale);
}

bool TaylorTest::exact() const {
  bool all = scale > 0;
  for (const double remainder : second) all = all && remainder <= rounding * scale;
  return all;
}

bool TaylorTest::passes(double tolerance) const {
  const bool moves = std::fabs(first_slope() - 1) <= tolerance;
  return moves && (exact() || std::fabs(second_slope() - 2) <= tolerance);
}

std::string TaylorTest::to_string() const {
  std::string text = fmt::format("slopes {:.4f} and {:.4f}, scale {:.3e}", first_slope(), second_slope(), scale);
  for (std::size_t i = 0; i < steps.size(); ++i)
    text += fmt::format("\n  h {:.3e}  first {:.6e}  second {:.6e}", steps[i], first[i], second[i]);
  return text;
}

template <class Real>
Arrays<Real> random_like(const Arrays<Real>& like, std::uint64_t seed) {
  Random random(seed);
  Arrays<Real> result;
  for (const Array<Real>& array : like) {
    result.push_back(Array<Real>::uninitialised(array.shape()));
    for (Real& value : result.back()) value = static_cast<Real>(random.normal());
  }
  return result;
}

template <class Real>
double dot(const Arrays<Real>& a, const Arrays<Real>& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size() && k < b.size(); ++k)
    if (!a[k].empty() && !b[k].empty()) sum += dot(a[k].data(), b[k].data(), a[k].size());
  return sum;
}

template <class Real>
DotProductTest dot_product_test(Operator<Real>& op, const Arrays<Real>& inputs, std::uint64_t seed) {
  const Arrays<Real> outputs = op.forward(clone(inputs));
  const Arrays<Real> y = random_like(outputs, seed);
  const Arrays<Real> back = op.adjoint(clone(y), inputs);
  return {dot(outputs, y), dot(inputs, back), norm(outputs) * norm(y)};
}

template <class Real>
TaylorTest taylor_test(Operator<Real>& op, const Arrays<Real>& inputs, const TaylorOptions& options) {
  const Arrays<Real> outputs = op.forward(clone(inputs));
  const Arrays<Real> weights = random_like(outputs, options.seed);
  const Arrays<Real> direction = directions(inputs, options);
  const double derivative = dot(op.adjoint(clone(weights), inputs), direction);
  TaylorTest test;
  test.scale = norm(outputs) * norm(weights);
  for (int i = 0; i < options.count; ++i) {
    const double h = options.largest_step * std::pow(10.0, -options.decades * i / (options.count - 1));
    const Arrays<Real> there = op.forward(moved(inputs, direction, h));
    // Subtracted element by element: the difference of two large sums would lose digits.
    double change = 0;
    for (std::size_t k = 0; k < there.size(); ++k)
      for (std::size_t j = 0; j < there[k].size(); ++j)
        change += (double(there[k][j]) - double(outputs[k][j])) * double(weights[k][j]);
    test.steps.push_back(h);
    test.first.push_back(std::fabs(change));
    test.second.push_back(std::fabs(change - h * derivative));
  }
  return test;
}

#define STRIDE_INSTANTIATE(Real)                                                                 \
  template Arrays<Real> random_like(const Arrays<Real>&, std::uint64_t);                         \
  template double dot(const Arrays<Real>&, const Arrays<Real>&);                                 \
  template DotProductTest dot_product_test(Operator<Real>&, const Arrays<Real>&, std::uint64_t); \
  template TaylorTest taylor_test(Operator<Real>&, const Arrays<Real>&, const TaylorOptions&);
STRIDE_INSTANTIATE(float)
STRIDE_INSTANTIATE(double)

}  // namespace stride::operators
