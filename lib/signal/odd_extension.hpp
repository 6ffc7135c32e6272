// Odd extension of a trace at both ends, and its transpose. Internal to signal.
#pragma once

#include <cstddef>

namespace stride::signal::detail {

// extended[pad + n] = x[n]; left of it 2 x[0] - x[pad - i], right of it 2 x[N-1] - x[N-2-i] (i = 0..pad-1).
// `extended` has samples + 2 pad elements; samples > pad (assertion).
template <class Real>
void extend_odd(const Real* trace, std::size_t samples, std::size_t pad, double* extended);
// Transpose: overwrites `trace`.
template <class Real>
void extend_odd_adjoint(const double* extended, std::size_t samples, std::size_t pad, Real* trace);

}  // namespace stride::signal::detail
