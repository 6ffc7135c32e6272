// A loss as an operator, so that tapes and tests treat it like any other.
#pragma once

#include <string>
#include <utility>

#include "operators/operator.hpp"
#include "optimisation/loss/loss.hpp"

namespace stride::optimisation {

// Inputs: modelled and observed traces, (trace, sample). Output: the loss, shape (). The adjoint has the gradient of
// the modelled traces, and none (an empty array) for the observed ones, which are taken as given. Error(data) as
// Loss::value, and for other numbers of inputs.
template <class Real>
class LossOperator final : public operators::Operator<Real> {
 public:
  explicit LossOperator(Loss<Real> loss) : loss_(std::move(loss)) {}

  std::string name() const override { return loss_.name(); }
  operators::Arrays<Real> forward(operators::Arrays<Real> inputs) override;
  operators::Arrays<Real> adjoint(operators::Arrays<Real> output_gradients,
                                  const operators::Arrays<Real>& inputs) override;

 private:
  Loss<Real> loss_;
};

}  // namespace stride::optimisation
