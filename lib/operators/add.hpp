// Element-wise sum.
#pragma once

#include <string>

#include "operators/operator.hpp"

namespace stride::operators {

// Two or more arrays of one shape -> their sum. Adjoint: the gradient goes to every input.
// Error(usage) for fewer than two inputs, or shapes that differ (both named).
template <class Real>
class Add : public Operator<Real> {
 public:
  std::string name() const override { return "add"; }
  Arrays<Real> forward(Arrays<Real> inputs) override;
  Arrays<Real> adjoint(Arrays<Real> output_gradients, const Arrays<Real>& inputs) override;
};

}  // namespace stride::operators
