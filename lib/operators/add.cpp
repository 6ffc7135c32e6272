#include "operators/add.hpp"

#include "core/error.hpp"
#include "operators/shapes.hpp"

namespace stride::operators {
namespace {

template <class Real>
void check(const std::string& name, const Arrays<Real>& inputs) {
  if (inputs.size() < 2)
    throw Error(ErrorKind::usage, name, "two or more inputs are due, not " + std::to_string(inputs.size()));
  require_equal_shapes(name, inputs);
}

}  // namespace

template <class Real>
Arrays<Real> Add<Real>::forward(Arrays<Real> inputs) {
  check(name(), inputs);
  Array<Real> sum = std::move(inputs[0]);
  for (std::size_t k = 1; k < inputs.size(); ++k)
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += inputs[k][i];
  Arrays<Real> outputs;
  outputs.push_back(std::move(sum));
  return outputs;
}

template <class Real>
Arrays<Real> Add<Real>::adjoint(Arrays<Real> output_gradients, const Arrays<Real>& inputs) {
  check(name(), inputs);
  require_gradient(name(), output_gradients, inputs[0].shape());
  Arrays<Real> gradients;
  for (std::size_t k = 1; k < inputs.size(); ++k) gradients.push_back(output_gradients[0].clone());
  gradients.push_back(std::move(output_gradients[0]));
  return gradients;
}

template class Add<float>;
template class Add<double>;

}  // namespace stride::operators
