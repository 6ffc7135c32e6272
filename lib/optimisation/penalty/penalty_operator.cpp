#include "optimisation/penalty/penalty_operator.hpp"

#include "core/error.hpp"
#include "operators/reductions.hpp"

namespace stride::optimisation {
namespace {

template <class Real>
double evaluate(const Penalty<Real>& penalty, const operators::Arrays<Real>& inputs, Array<Real>& gradient) {
  if (inputs.size() != 1)
    throw Error(ErrorKind::data, "",
                "penalty " + penalty.name() + ": " + std::to_string(inputs.size()) + " inputs in place of 1",
                "give the field alone");
  gradient = inputs[0].empty() ? Array<Real>() : Array<Real>::zeros(inputs[0].shape());
  return inputs[0].empty() ? 0 : penalty.add(inputs[0], gradient);
}

}  // namespace

template <class Real>
operators::Arrays<Real> PenaltyOperator<Real>::forward(operators::Arrays<Real> inputs) {
  Array<Real> gradient;
  operators::Arrays<Real> outputs;
  outputs.push_back(Array<Real>::uninitialised({}));
  outputs[0][0] = static_cast<Real>(evaluate(*penalty_, inputs, gradient));
  return outputs;
}

template <class Real>
operators::Arrays<Real> PenaltyOperator<Real>::adjoint(operators::Arrays<Real> output_gradients,
                                                       const operators::Arrays<Real>& inputs) {
  operators::Arrays<Real> gradients(1);
  if (output_gradients.empty() || output_gradients[0].empty()) return gradients;
  evaluate(*penalty_, inputs, gradients[0]);
  operators::scale(gradients[0].data(), gradients[0].size(), static_cast<double>(output_gradients[0][0]));
  return gradients;
}

template class PenaltyOperator<float>;
template class PenaltyOperator<double>;

}  // namespace stride::optimisation
