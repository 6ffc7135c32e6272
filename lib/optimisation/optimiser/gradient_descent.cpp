#include "optimisation/optimiser/methods.hpp"

namespace stride::optimisation::methods {
namespace {

template <class Real>
class GradientDescent final : public Optimiser<Real> {
 public:
  explicit GradientDescent(const spec::Values& values) : Optimiser<Real>("gradient_descent", values) {}

 private:
  Array<Real> next_direction(const Array<Real>&, const Array<Real>& gradient) override { return gradient.clone(); }
  bool admits(std::size_t arrays) const override { return arrays == 0; }
};

}  // namespace

OptimiserInfo gradient_descent() {
  OptimiserInfo info;
  info.name = "gradient_descent";
  info.summary = "along the gradient itself";
  return with_makers<GradientDescent>(std::move(info));
}

}  // namespace stride::optimisation::methods
