#include <algorithm>
#include <cmath>

#include "operators/reductions.hpp"
#include "optimisation/optimiser/methods.hpp"

namespace stride::optimisation::methods {
namespace {

// Share of <g_k, g_k> that <g_k, g_{k-1}> may have: they are orthogonal where the loss is a quadratic.
constexpr double powell_share = 0.2;

template <class Real>
double dot(const Array<Real>& x, const Array<Real>& y) {
  return operators::dot(x.data(), y.data(), x.size());
}

template <class Real>
class Nlcg final : public Optimiser<Real> {
 public:
  explicit Nlcg(const spec::Values& values) : Optimiser<Real>("nlcg", values) {}

 private:
  // The memory is the last gradient and the last direction.
  Array<Real> next_direction(const Array<Real>&, const Array<Real>& gradient) override {
    auto& arrays = this->memory_.arrays;
    Array<Real> direction = gradient.clone();
    if (!arrays.empty()) {
      operators::scale_and_add(direction.data(), 1, arrays[1].data(), beta(gradient, arrays[0]), direction.size());
      if (!(dot(gradient, direction) > 0)) direction = gradient.clone();
    }
    arrays.clear();
    arrays.push_back(gradient.clone());
    arrays.push_back(direction.clone());
    return direction;
  }
  bool admits(std::size_t arrays) const override { return arrays == 0 || arrays == 2; }

  static double beta(const Array<Real>& gradient, const Array<Real>& last) {
    const double here = dot(gradient, gradient), both = dot(gradient, last), before = dot(last, last);
    if (!(before > 0) || std::fabs(both) >= powell_share * here) return 0;
    return std::max(0.0, (here - both) / before);
  }
};

}  // namespace

OptimiserInfo nlcg() {
  OptimiserInfo info;
  info.name = "nlcg";
  info.summary = "nonlinear conjugate gradients (Polak-Ribiere+), with restarts";
  return with_makers<Nlcg>(std::move(info));
}

}  // namespace stride::optimisation::methods
