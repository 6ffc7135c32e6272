#include "operators/reductions.hpp"
#include "optimisation/optimiser/methods.hpp"

namespace stride::optimisation::methods {
namespace {

template <class Real>
class Momentum final : public Optimiser<Real> {
 public:
  explicit Momentum(const spec::Values& values)
      : Optimiser<Real>("momentum", values), share_(values.number("momentum")) {}

 private:
  // The memory is the last direction.
  Array<Real> next_direction(const Array<Real>&, const Array<Real>& gradient) override {
    auto& arrays = this->memory_.arrays;
    if (arrays.empty())
      arrays.push_back(gradient.clone());
    else
      operators::scale_and_add(arrays[0].data(), share_, gradient.data(), 1, gradient.size());
    return arrays[0].clone();
  }
  bool admits(std::size_t arrays) const override { return arrays <= 1; }

  double share_;
};

}  // namespace

OptimiserInfo momentum() {
  OptimiserInfo info;
  info.name = "momentum";
  info.summary = "the gradient and a share of the last direction";
  info.parameters = {
      spec::number("momentum", spec::Unit::none, "share of the last update that is kept")
          .at_least(0)
          .below(1)
          .by_default("0.9"),
  };
  return with_makers<Momentum>(std::move(info));
}

}  // namespace stride::optimisation::methods
