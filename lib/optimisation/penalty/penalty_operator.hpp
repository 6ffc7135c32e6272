// A penalty as an operator, so that tapes and tests treat it like any other.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "operators/operator.hpp"
#include "optimisation/penalty/penalty.hpp"

namespace stride::optimisation {

// Input: a field. Output: weight times its penalty, shape (). Error(data) as Penalty::add, and for other numbers of
// inputs.
template <class Real>
class PenaltyOperator final : public operators::Operator<Real> {
 public:
  explicit PenaltyOperator(std::unique_ptr<Penalty<Real>> penalty) : penalty_(std::move(penalty)) {}

  std::string name() const override { return penalty_->name(); }
  operators::Arrays<Real> forward(operators::Arrays<Real> inputs) override;
  operators::Arrays<Real> adjoint(operators::Arrays<Real> output_gradients,
                                  const operators::Arrays<Real>& inputs) override;

 private:
  std::unique_ptr<Penalty<Real>> penalty_;
};

}  // namespace stride::optimisation
