// The delay between two traces.
#pragma once

#include <cstddef>

namespace stride::signal {

// The delay d in samples, |d| <= max_lag, that maximises sum_n reference[n] moving[n - d] (zeros outside): delaying
// `moving` by d brings it onto `reference`. Lags are whole samples refined by a parabola through the largest value and
// its neighbours (no refinement at +-max_lag); of equal values the smallest |lag| wins, the positive one of two. Sums
// in double. 0 when a trace is zero throughout or the sums are not finite.
template <class Real>
double best_delay(const Real* reference, const Real* moving, std::size_t samples, std::size_t max_lag);

}  // namespace stride::signal
