#include "optimisation/constraint/intersection.hpp"

#include <cmath>
#include <utility>

namespace stride::optimisation {
namespace {

template <class Real>
double half_squared_distance(const Array<Real>& a, const Array<Real>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = static_cast<double>(a[i]) - static_cast<double>(b[i]);
    sum += difference * difference;
  }
  return sum / 2;
}

// x <- P(x + q), q <- what P took away.
template <class Real>
void project_with(const Constraint<Real>& constraint, Array<Real>& x, Array<Real>& q) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    q[i] += x[i];
    x[i] = q[i];
  }
  constraint.project(x);
  for (std::size_t i = 0; i < x.size(); ++i) q[i] -= x[i];
}

}  // namespace

template <class Real>
Intersection<Real>::Intersection(std::vector<std::unique_ptr<Constraint<Real>>> constraints,
                                 IntersectionOptions options)
    : constraints_(std::move(constraints)), options_(options) {}

template <class Real>
IntersectionOutcome Intersection<Real>::intersect(Array<Real>& field) const {
  if (constraints_.empty() || field.empty()) return {0, true};
  if (constraints_.size() == 1) {
    constraints_[0]->project(field);
    return {1, true};
  }
  const Array<Real> start = field.clone();
  std::vector<Array<Real>> taken;
  for (std::size_t c = 0; c < constraints_.size(); ++c) taken.push_back(Array<Real>::zeros(field.shape()));
  double last = 0;
  for (int iteration = 1; iteration <= options_.max_iterations; ++iteration) {
    for (std::size_t c = 0; c < constraints_.size(); ++c) project_with(*constraints_[c], field, taken[c]);
    const double distance = half_squared_distance(start, field);
    // After the first cycle there is nothing to compare with, unless nothing moved.
    const bool settled = std::fabs(distance - last) <= options_.tolerance * last;
    if (settled && iteration >= options_.min_iterations) return {iteration, true};
    last = distance;
  }
  return {options_.max_iterations, false};
}

template class Intersection<float>;
template class Intersection<double>;

}  // namespace stride::optimisation
