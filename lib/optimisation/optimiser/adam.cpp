#include <cmath>

#include "operators/reductions.hpp"
#include "optimisation/optimiser/methods.hpp"

namespace stride::optimisation::methods {
namespace {

template <class Real>
class Adam final : public Optimiser<Real> {
 public:
  explicit Adam(const spec::Values& values)
      : Optimiser<Real>("adam", values),
        beta1_(values.number("beta1")),
        beta2_(values.number("beta2")),
        epsilon_(values.number("epsilon")) {}

 private:
  // The memory is the mean of the gradient and that of its square.
  Array<Real> next_direction(const Array<Real>&, const Array<Real>& gradient) override {
    auto& [shape, arrays, iterations] = this->memory_;
    if (arrays.empty()) {
      arrays.push_back(Array<Real>::zeros(shape));
      arrays.push_back(Array<Real>::zeros(shape));
    }
    Array<Real>&mean = arrays[0], &square = arrays[1];
    const double k = static_cast<double>(iterations + 1);
    const double mean_bias = 1 - std::pow(beta1_, k), square_bias = 1 - std::pow(beta2_, k);
    Array<Real> direction = Array<Real>::uninitialised(shape);
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      const double g = static_cast<double>(gradient[i]);
      const double m = beta1_ * static_cast<double>(mean[i]) + (1 - beta1_) * g;
      const double v = beta2_ * static_cast<double>(square[i]) + (1 - beta2_) * g * g;
      mean[i] = static_cast<Real>(m);
      square[i] = static_cast<Real>(v);
      direction[i] = static_cast<Real>(m / mean_bias / (std::sqrt(v / square_bias) + epsilon_));
    }
    return direction;
  }
  bool admits(std::size_t arrays) const override { return arrays == 0 || arrays == 2; }

  double beta1_, beta2_, epsilon_;
};

}  // namespace

OptimiserInfo adam() {
  OptimiserInfo info;
  info.name = "adam";
  info.summary = "the mean gradient over the root of its mean square, element by element";
  info.parameters = {
      spec::number("beta1", spec::Unit::none, "decay of the mean").at_least(0).below(1).by_default("0.9"),
      spec::number("beta2", spec::Unit::none, "decay of the variance").at_least(0).below(1).by_default("0.999"),
      spec::number("epsilon", spec::Unit::none, "keeps the divisor from zero").above(0).by_default("1e-8"),
  };
  return with_makers<Adam>(std::move(info));
}

}  // namespace stride::optimisation::methods
