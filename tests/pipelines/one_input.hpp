// The inputs of a step that acts on one set.
#pragma once

#include <cstddef>
#include <vector>

#include "pipelines/step.hpp"

namespace stride::pipelines {

// `traces` traces of equally many samples, one after the other in `values`.
template <class Real>
Arrays<Real> one(std::size_t traces, const std::vector<Real>& values) {
  Arrays<Real> inputs;
  inputs.push_back(Array<Real>::from({traces, values.size() / traces}, values));
  return inputs;
}

}  // namespace stride::pipelines
