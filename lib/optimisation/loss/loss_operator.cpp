#include "optimisation/loss/loss_operator.hpp"

#include "core/error.hpp"
#include "operators/reductions.hpp"

namespace stride::optimisation {
namespace {

template <class Real>
double evaluate(const Loss<Real>& loss, const operators::Arrays<Real>& inputs, Array<Real>& adjoint) {
  if (inputs.size() != 2)
    throw Error(ErrorKind::data, "",
                "loss " + loss.name() + ": " + std::to_string(inputs.size()) + " inputs in place of 2",
                "give the modelled and the observed traces");
  adjoint = inputs[0].empty() ? Array<Real>() : Array<Real>::uninitialised(inputs[0].shape());
  return loss.value(inputs[0].rows(), inputs[1].rows(), adjoint.rows());
}

}  // namespace

template <class Real>
operators::Arrays<Real> LossOperator<Real>::forward(operators::Arrays<Real> inputs) {
  Array<Real> adjoint;
  operators::Arrays<Real> outputs;
  outputs.push_back(Array<Real>::uninitialised({}));
  outputs[0][0] = static_cast<Real>(evaluate(loss_, inputs, adjoint));
  return outputs;
}

template <class Real>
operators::Arrays<Real> LossOperator<Real>::adjoint(operators::Arrays<Real> output_gradients,
                                                    const operators::Arrays<Real>& inputs) {
  operators::Arrays<Real> gradients(2);
  if (output_gradients.empty() || output_gradients[0].empty()) return gradients;
  evaluate(loss_, inputs, gradients[0]);
  operators::scale(gradients[0].data(), gradients[0].size(), static_cast<double>(output_gradients[0][0]));
  return gradients;
}

template class LossOperator<float>;
template class LossOperator<double>;

}  // namespace stride::optimisation
