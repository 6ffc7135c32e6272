#include "operators/mul.hpp"

#include "core/error.hpp"
#include "operators/shapes.hpp"

namespace stride::operators {
namespace {

template <class Real>
void check(const std::string& name, const Arrays<Real>& inputs) {
  if (inputs.size() != 2)
    throw Error(ErrorKind::usage, name, "two inputs are due, not " + std::to_string(inputs.size()));
  require_equal_shapes(name, inputs);
}

template <class Real>
void multiply(Array<Real>& a, const Array<Real>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] *= b[i];
}

}  // namespace

template <class Real>
Arrays<Real> Mul<Real>::forward(Arrays<Real> inputs) {
  check(name(), inputs);
  multiply(inputs[0], inputs[1]);
  inputs.pop_back();
  return inputs;
}

template <class Real>
Arrays<Real> Mul<Real>::adjoint(Arrays<Real> output_gradients, const Arrays<Real>& inputs) {
  check(name(), inputs);
  require_gradient(name(), output_gradients, inputs[0].shape());
  Arrays<Real> gradients = std::move(output_gradients);
  gradients.push_back(gradients[0].clone());
  multiply(gradients[0], inputs[1]);
  multiply(gradients[1], inputs[0]);
  return gradients;
}

template class Mul<float>;
template class Mul<double>;

}  // namespace stride::operators
