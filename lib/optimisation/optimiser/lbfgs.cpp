#include <algorithm>
#include <cmath>
#include <utility>

#include "operators/reductions.hpp"
#include "optimisation/optimiser/methods.hpp"

namespace stride::optimisation::methods {
namespace {

// <s, y> below this share of |s| |y| is rounding, or no convexity.
constexpr double least_curvature = 1e-8;

template <class Real>
double dot(const Array<Real>& x, const Array<Real>& y) {
  return operators::dot(x.data(), y.data(), x.size());
}

template <class Real>
Array<Real> difference(const Array<Real>& x, const Array<Real>& y, const Shape& shape) {
  Array<Real> result = Array<Real>::uninitialised(shape);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = x[i] - y[i];
  return result;
}

template <class Real>
class Lbfgs final : public Optimiser<Real> {
 public:
  explicit Lbfgs(const spec::Values& values)
      : Optimiser<Real>("lbfgs", values), most_pairs_(static_cast<std::size_t>(values.integer("memory"))) {}

 private:
  // The memory is the last parameters, the last gradient, then s and y of each pair, oldest first.
  Array<Real> next_direction(const Array<Real>& parameters, const Array<Real>& gradient) override {
    auto& arrays = this->memory_.arrays;
    if (arrays.empty())
      arrays.resize(2);
    else
      remember_pair(parameters, gradient);
    arrays[0] = parameters.clone();
    arrays[1] = gradient.clone();
    Array<Real> direction = two_loops(gradient);
    if (!(dot(gradient, direction) > 0)) {
      arrays.resize(2);
      direction = gradient.clone();
    }
    return direction;
  }
  bool admits(std::size_t arrays) const override {
    return arrays == 0 || (arrays >= 2 && arrays % 2 == 0 && arrays <= 2 + 2 * most_pairs_);
  }

  std::size_t pairs() const { return this->memory_.arrays.size() / 2 - 1; }
  const Array<Real>& s(std::size_t pair) const { return this->memory_.arrays[2 + 2 * pair]; }
  const Array<Real>& y(std::size_t pair) const { return this->memory_.arrays[3 + 2 * pair]; }

  void remember_pair(const Array<Real>& parameters, const Array<Real>& gradient) {
    auto& [shape, arrays, iterations] = this->memory_;
    Array<Real> moved = difference(parameters, arrays[0], shape), turned = difference(gradient, arrays[1], shape);
    const double curvature = dot(moved, turned);
    if (!(curvature > least_curvature * std::sqrt(dot(moved, moved) * dot(turned, turned)))) return;
    if (pairs() == most_pairs_) arrays.erase(arrays.begin() + 2, arrays.begin() + 4);
    arrays.push_back(std::move(moved));
    arrays.push_back(std::move(turned));
  }

  Array<Real> two_loops(const Array<Real>& gradient) const {
    Array<Real> q = gradient.clone();
    const std::size_t n = q.size();
    std::vector<double> alpha(pairs());
    for (std::size_t k = pairs(); k-- > 0;) {
      alpha[k] = dot(s(k), q) / dot(s(k), y(k));
      operators::scale_and_add(q.data(), 1, y(k).data(), -alpha[k], n);
    }
    if (pairs() > 0) {
      const std::size_t last = pairs() - 1;
      operators::scale(q.data(), n, dot(s(last), y(last)) / dot(y(last), y(last)));
    }
    for (std::size_t k = 0; k < pairs(); ++k) {
      const double beta = dot(y(k), q) / dot(s(k), y(k));
      operators::scale_and_add(q.data(), 1, s(k).data(), alpha[k] - beta, n);
    }
    return q;
  }

  std::size_t most_pairs_;
};

}  // namespace

OptimiserInfo lbfgs() {
  OptimiserInfo info;
  info.name = "lbfgs";
  info.summary = "limited-memory BFGS: curvature from the last updates";
  info.parameters = {
      spec::integer("memory", spec::Unit::none, "pairs remembered").at_least(1).at_most(1000).by_default("5"),
  };
  return with_makers<Lbfgs>(std::move(info));
}

}  // namespace stride::optimisation::methods
