// Checks of what an operator is given.
#pragma once

#include <cstddef>
#include <string>

#include "core/array.hpp"
#include "core/error.hpp"
#include "operators/operator.hpp"

namespace stride::operators {

// Error(usage) naming both shapes unless all arrays have the shape of the first.
template <class Real>
void require_equal_shapes(const std::string& operator_name, const Arrays<Real>& inputs) {
  for (std::size_t i = 1; i < inputs.size(); ++i)
    if (inputs[i].shape() != inputs[0].shape())
      throw Error(ErrorKind::usage, operator_name,
                  "input " + std::to_string(i) + " has shape " + to_string(inputs[i].shape()) + ", input 0 has " +
                      to_string(inputs[0].shape()),
                  "give arrays of one shape");
}

// Error(usage) unless there is one gradient and it has the shape that forward gives; an empty one passes.
template <class Real>
void require_gradient(const std::string& operator_name, const Arrays<Real>& gradients, const Shape& shape) {
  if (gradients.size() != 1)
    throw Error(ErrorKind::usage, operator_name,
                "one gradient is due, for the one output, not " + std::to_string(gradients.size()));
  if (!gradients[0].empty() && gradients[0].shape() != shape)
    throw Error(ErrorKind::usage, operator_name,
                "the gradient has shape " + to_string(gradients[0].shape()) + ", the output " + to_string(shape));
}

}  // namespace stride::operators
