// Element-wise product.
#pragma once

#include <string>

#include "operators/operator.hpp"

namespace stride::operators {

// Two arrays of one shape -> a*b. Adjoint: d*b to the first, a*d to the second.
// Error(usage) for another number of inputs, or shapes that differ (both named).
template <class Real>
class Mul : public Operator<Real> {
 public:
  std::string name() const override { return "mul"; }
  Arrays<Real> forward(Arrays<Real> inputs) override;
  Arrays<Real> adjoint(Arrays<Real> output_gradients, const Arrays<Real>& inputs) override;
};

}  // namespace stride::operators
