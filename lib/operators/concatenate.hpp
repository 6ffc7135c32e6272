// Joins arrays along an axis, an existing one or a new one.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "operators/operator.hpp"

namespace stride::operators {

// Where each input stands along the joined axis of the output: [start, end).
using StartEnd = std::vector<std::array<std::size_t, 2>>;

struct ConcatenateOptions {
  int axis = 0;           // of the output; negative counts from the last axis, -1
  bool new_axis = false;  // stack the inputs along an axis that they do not have
  StartEnd start_end;     // one row per input, in any order along the axis; empty: one after the other
};

// Any number of arrays -> one. Adjoint: the gradient is split by the same table, each piece shaped as its input.
// Error(usage): no inputs, an axis that is not there, shapes that do not agree off the axis, or a start_end that does
// not fit (rows against inputs, a length against an input's extent, overlaps, gaps); the numbers are named.
template <class Real>
class Concatenate : public Operator<Real> {
 public:
  explicit Concatenate(ConcatenateOptions options = {}) : options_(std::move(options)) {}

  std::string name() const override { return "concatenate"; }
  Arrays<Real> forward(Arrays<Real> inputs) override;
  Arrays<Real> adjoint(Arrays<Real> output_gradients, const Arrays<Real>& inputs) override;

 private:
  ConcatenateOptions options_;
};

}  // namespace stride::operators
