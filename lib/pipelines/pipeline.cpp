#include "pipelines/pipeline.hpp"

#include <utility>

#include "core/closest_match.hpp"
#include "core/error.hpp"

namespace stride::pipelines {

template <class Real>
Pipeline<Real>::Pipeline(std::string name, std::vector<StepPointer> steps)
    : name_(std::move(name)), steps_(std::move(steps)) {}

template <class Real>
operators::Arrays<Real> Pipeline<Real>::forward(operators::Arrays<Real> inputs) {
  for (const StepPointer& step : steps_) inputs = step->forward(std::move(inputs));
  return inputs;
}

template <class Real>
operators::Arrays<Real> Pipeline<Real>::adjoint(operators::Arrays<Real> output_gradients,
                                                const operators::Arrays<Real>& inputs) {
  // What each step was given; the last step's result is not needed.
  std::vector<operators::Arrays<Real>> given;
  for (std::size_t i = 0; i + 1 < steps_.size(); ++i)
    given.push_back(steps_[i]->forward(operators::clone(i == 0 ? inputs : given.back())));
  for (std::size_t i = steps_.size(); i-- > 0;)
    output_gradients = steps_[i]->adjoint(std::move(output_gradients), i == 0 ? inputs : given[i - 1]);
  return output_gradients;
}

template <class Real>
void Pipeline<Real>::append(StepPointer step) {
  steps_.push_back(std::move(step));
}

template <class Real>
void Pipeline<Real>::insert_before(const std::string& step_name, StepPointer step) {
  for (auto at = steps_.begin(); at != steps_.end(); ++at)
    if ((*at)->name() == step_name) {
      steps_.insert(at, std::move(step));
      return;
    }
  const std::string near = closest_match(step_name, step_names());
  throw Error(ErrorKind::usage, name_, "it has no step " + step_name,
              near.empty() ? "append the step instead" : "did you mean " + near + "?");
}

template <class Real>
std::vector<std::string> Pipeline<Real>::step_names() const {
  std::vector<std::string> names;
  for (const StepPointer& step : steps_) names.push_back(step->name());
  return names;
}

template <class Real>
std::vector<std::vector<double>> Pipeline<Real>::state() const {
  std::vector<std::vector<double>> states;
  for (const StepPointer& step : steps_)
    if (const auto* keeper = dynamic_cast<const KeepsState*>(step.get())) states.push_back(keeper->state());
  return states;
}

template <class Real>
void Pipeline<Real>::restore_state(const std::vector<std::vector<double>>& states) {
  std::vector<KeepsState*> keepers;
  for (const StepPointer& step : steps_)
    if (auto* keeper = dynamic_cast<KeepsState*>(step.get())) keepers.push_back(keeper);
  if (keepers.size() != states.size())
    throw Error(ErrorKind::data, name_,
                "a kept state of " + std::to_string(states.size()) + " steps, where " + std::to_string(keepers.size()) +
                    " keep one",
                "restart from a checkpoint of the same pipeline");
  for (std::size_t i = 0; i < keepers.size(); ++i) keepers[i]->restore_state(states[i]);
}

template class Pipeline<float>;
template class Pipeline<double>;

}  // namespace stride::pipelines
