// Undoing a resonance.
#pragma once

#include "signal/iir.hpp"

namespace stride::signal {

// Inverse of the two-pole resonance 1 / (1 - 2 r cos(w)/z + r^2/z^2), w = 2 pi f, r = exp(-w / 2Q): its zeros lie on
// the resonance's poles, and two critically damped poles at exp(-w) keep the gain flat away from it; unit gain at f =
// 0. A causal, stable notch for filter_causal and its transpose. f in cycles per sample, in (0, 0.5); quality > 0
// (assertions).
SosFilter resonance_inverse(double f, double quality);

}  // namespace stride::signal
