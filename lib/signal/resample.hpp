// Changing the sampling interval, and band-limited delays.
#pragma once

#include <cstddef>

#include "core/array.hpp"

namespace stride::signal {

// Samples of the new axis: those new_step apart that still lie in the record.
std::size_t resampled_length(std::size_t samples, double dt_s, double new_step_s);
// (rows, resampled_length). Band-limited, zeros outside: a sinc of 32 zero crossings each side under a Kaiser window of
// 100 dB; when new_step > dt its corner is 0.9 of the new Nyquist, so that what would alias is down by 100 dB. A linear
// map with an exact transpose; its sums are in double. Equal steps: the identity, to rounding.
template <class Real>
Array<Real> resample(Rows<const Real> traces, double dt_s, double new_step_s);
// Transpose: from the resampled length back to `samples`.
template <class Real>
Array<Real> resample_adjoint(Rows<const Real> traces, double dt_s, double new_step_s, std::size_t samples);

// Delays one trace by `delay_samples` (any real number, positive is later) by a phase ramp on an FFT zero-padded to
// twice the length, so that nothing wraps; a whole number of samples is a plain shift. Delayed by its length or more,
// the trace is zero.
template <class Real>
void delay(Real* trace, std::size_t samples, double delay_samples);
// Its transpose (for a zero-padded delay: the opposite delay).
template <class Real>
void delay_adjoint(Real* trace, std::size_t samples, double delay_samples);

}  // namespace stride::signal
