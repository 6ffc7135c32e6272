// A step whose adjoint is replaced by the identity: `adjoint: passthrough`.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "pipelines/step.hpp"

namespace stride::pipelines {

// Forward as the step's own; gradients pass unchanged. For comparison with frameworks that do so; not a true adjoint.
// The step must keep the shapes of its inputs.
template <class Real>
class Passthrough final : public Step<Real> {
 public:
  explicit Passthrough(std::unique_ptr<Step<Real>> step) : step_(std::move(step)) {}

  std::string name() const override { return step_->name(); }
  Arrays<Real> forward(Arrays<Real> inputs) override { return step_->forward(std::move(inputs)); }
  Arrays<Real> adjoint(Arrays<Real> output_gradients, const Arrays<Real>&) override { return output_gradients; }

 private:
  std::unique_ptr<Step<Real>> step_;
};

}  // namespace stride::pipelines
