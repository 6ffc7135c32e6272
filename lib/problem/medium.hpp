// The medium on the inner domain, as a spec gives it: values, files or mappings.
#pragma once

#include "core/array.hpp"
#include "core/space.hpp"
#include "spec/diagnostics.hpp"
#include "spec/spec.hpp"

namespace stride::problem {

// Arrays of shape space.shape, C order.
struct Medium {
  Array<float> vp;     // m/s, > 0
  Array<float> rho;    // kg/m3, > 0; empty when the spec has none: constant density
  Array<float> alpha;  // dB/cm at 1 MHz, >= 0; empty when the spec has none
};

// Reads `medium:` onto spec.space. Problems go to `diagnostics`, and the array concerned stays empty: no vp, another
// shape or spacing (both named), a cell that is NaN, infinite or out of range (named with its value). A file of the
// extended domain is cropped, and the log says so. Nothing is read where the space is not known.
Medium read_medium(const spec::Spec& spec, spec::Diagnostics& diagnostics);

// `inner` (shape space.shape) with its edge values repeated into the `extra` cells on both faces of each axis.
Array<float> extend_edges(const Array<float>& inner, const Space& space);

}  // namespace stride::problem
