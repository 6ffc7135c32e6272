// The preconditioner of a gradient by the energy of the wave field.
#pragma once

#include "core/array.hpp"

namespace stride::optimisation {

// `energy` (the sum over steps of p_tt^2 times the chain-rule factor squared) is smoothed (sigma of one cell, mirrored
// edges) and scaled by prec_scale * cells / sum, so that its mean is prec_scale; the gradient is divided by 1 + that.
// Both are shaped alike; nothing happens for prec_scale 0, and for an energy of zero everywhere. `energy` ends as what
// was added to 1. Source: design/solver.md, "Gradient".
void precondition(Array<float>& gradient, Array<float>& energy, double prec_scale);

}  // namespace stride::optimisation
