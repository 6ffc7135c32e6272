// The contract of everything that maps arrays to arrays and can be run backwards.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/array.hpp"

namespace stride::operators {

template <class Real>
using Arrays = std::vector<Array<Real>>;

// An operator takes any number of arrays (trace sets, fields, scalars) and gives any number.
// One thread uses an operator at a time; parallel work has one replica per worker.
template <class Real>
class Operator {
 public:
  virtual ~Operator() = default;

  virtual std::string name() const = 0;

  // Takes the inputs over (they may be worked on in place) and gives the outputs.
  virtual Arrays<Real> forward(Arrays<Real> inputs) = 0;

  // The transpose of the Jacobian at `inputs`, applied to one gradient per output: one gradient per input, shaped as
  // it. An empty array stands for "no gradient": an output that nothing depends on, an input that needs none.
  virtual Arrays<Real> adjoint(Arrays<Real> output_gradients, const Arrays<Real>& inputs) = 0;

 protected:
  Operator() = default;
  Operator(const Operator&) = default;
  Operator(Operator&&) noexcept = default;
  Operator& operator=(const Operator&) = default;
  Operator& operator=(Operator&&) noexcept = default;
};

template <class Real>
Arrays<Real> clone(const Arrays<Real>& arrays) {
  Arrays<Real> copies;
  copies.reserve(arrays.size());
  for (const Array<Real>& array : arrays) copies.push_back(array.clone());
  return copies;
}

}  // namespace stride::operators
