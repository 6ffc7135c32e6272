// Hilbert transform and envelope of traces.
#pragma once

#include "core/array.hpp"

namespace stride::signal {

// In place, each row becomes its Hilbert transform H[x] (the imaginary part of the analytic signal x + i H[x]), by the
// FFT of the unpadded record: -i sign(f) in the spectrum, 0 at f = 0 and at Nyquist (Marple, IEEE Trans. Signal
// Processing 47, 1999). A non-finite sample spoils its row.
template <class Real>
void hilbert(Rows<Real> traces);
// Its transpose, -H.
template <class Real>
void hilbert_adjoint(Rows<Real> traces);

// In place, e = sqrt(x^2 + H[x]^2).
template <class Real>
void envelope(Rows<Real> traces);
// Transpose of the envelope's Jacobian at `traces`, applied in place to `gradient` (same shape); 0 where e = 0.
template <class Real>
void envelope_adjoint(Rows<const Real> traces, Rows<Real> gradient);

}  // namespace stride::signal
