// Time derivatives of traces.
#pragma once

#include "core/array.hpp"

namespace stride::signal {

// In place, d/dt (order 1) or d2/dt2 (order 2) of each row, in units per s or s^2. Multiplies the spectrum of the
// record, zero-padded to at least twice its length, by (2 pi i f)^order and by a cosine taper that is 1 up to 0.8 of
// Nyquist and 0 at Nyquist. Nothing is known outside the record: a row that does not start and end at zero rings there.
template <class Real>
void differentiate_fft(Rows<Real> traces, double dt_s, int order);
// Its transpose: minus itself for order 1, itself for order 2.
template <class Real>
void differentiate_fft_adjoint(Rows<Real> traces, double dt_s, int order);

// In place, central differences: (x[n+1] - x[n-1]) / 2dt, one-sided at both ends; (x[n+1] - 2 x[n] + x[n-1]) / dt^2,
// the neighbour's value at both ends. A row with fewer than order + 1 samples becomes zero.
template <class Real>
void differentiate_central(Rows<Real> traces, double dt_s, int order);
template <class Real>
void differentiate_central_adjoint(Rows<Real> traces, double dt_s, int order);

}  // namespace stride::signal
