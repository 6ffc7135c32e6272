// First-arrival picks on one trace. Comparisons with a NaN are false: it is never picked by itself.
#pragma once

#include <cstddef>
#include <optional>

namespace stride::signal {

// First sample with |x| > level * max|x|; nothing for an all-zero trace or when level >= 1.
template <class Real>
std::optional<std::size_t> pick_threshold(const Real* trace, std::size_t samples, double level);

// First sample, from long_window - 1 on, where the mean of x^2 over the last `short_window` samples exceeds `level`
// times the mean over the last `long_window` samples (classic STA/LTA: Allen, BSSA 68, 1978). Windows in samples,
// 1 <= short_window < long_window (assertion); nothing when the ratio never exceeds the level.
template <class Real>
std::optional<std::size_t> pick_sta_lta(const Real* trace, std::size_t samples, std::size_t short_window,
                                        std::size_t long_window, double level);

}  // namespace stride::signal
