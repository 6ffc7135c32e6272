// Changing the sampling interval, and band-limited delays.
#pragma once

#include <cstddef>

#include "core/array.hpp"

namespace stride::signal {

// Samples of the new axis: those new_step apart that still lie in the record.
std::size_t resampled_length(std::size_t samples, double dt_s, double new_step_s);
// Band-limited (windowed sinc, anti-aliased when new_step > dt), zeros outside: a linear map with an exact transpose.
template <class Real>
Array<Real> resample(Rows<const Real> traces, double dt_s, double new_step_s);
// Transpose: from the resampled length back to `samples`.
template <class Real>
Array<Real> resample_adjoint(Rows<const Real> traces, double dt_s, double new_step_s, std::size_t samples);

// Delays one trace by `delay_samples` (any real number, positive is later) by a phase ramp on a zero-padded FFT;
// nothing wraps.
template <class Real>
void delay(Real* trace, std::size_t samples, double delay_samples);
// Its transpose (for a zero-padded delay: the opposite delay).
template <class Real>
void delay_adjoint(Real* trace, std::size_t samples, double delay_samples);

}  // namespace stride::signal
