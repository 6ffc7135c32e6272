// A list of steps, itself an operator.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "operators/operator.hpp"
#include "pipelines/step.hpp"

namespace stride::pipelines {

// Forward in order, adjoint in reverse. The adjoint recomputes the intermediate results from the inputs that it is
// given, so nothing is kept between the two; notes and dumps of a step are made once all the same.
template <class Real>
class Pipeline : public operators::Operator<Real> {
 public:
  using StepPointer = std::unique_ptr<operators::Operator<Real>>;

  explicit Pipeline(std::string name, std::vector<StepPointer> steps = {});

  std::string name() const override { return name_; }
  operators::Arrays<Real> forward(operators::Arrays<Real> inputs) override;
  operators::Arrays<Real> adjoint(operators::Arrays<Real> output_gradients,
                                  const operators::Arrays<Real>& inputs) override;

  void append(StepPointer step);
  // Before the first step of that name; a name that is not there is an Error(usage) with the nearest name.
  void insert_before(const std::string& step_name, StepPointer step);
  std::vector<std::string> step_names() const;

  // What its steps keep from one call to the next, one entry per step that may keep something: for checkpoints.
  std::vector<std::vector<double>> state() const;
  // Takes what state() of an equal pipeline gave; Error(data) when it does not fit.
  void restore_state(const std::vector<std::vector<double>>& states);

 private:
  std::string name_;
  std::vector<StepPointer> steps_;
};

}  // namespace stride::pipelines
