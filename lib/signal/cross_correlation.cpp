#include "signal/cross_correlation.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace stride::signal {
namespace {

// sum_n reference[n] moving[n - lag].
template <class Real>
double correlation(const Real* reference, const Real* moving, std::size_t samples, long lag) {
  const auto count = static_cast<long>(samples);
  double sum = 0;
  for (long n = std::max(0L, lag); n < std::min(count, count + lag); ++n)
    sum += static_cast<double>(reference[n]) * static_cast<double>(moving[n - lag]);
  return sum;
}

}  // namespace

template <class Real>
double best_delay(const Real* reference, const Real* moving, std::size_t samples, std::size_t max_lag) {
  if (samples == 0) return 0;
  const auto most = static_cast<long>(std::min(max_lag, samples - 1));
  std::vector<double> sums;
  for (long lag = -most; lag <= most; ++lag) sums.push_back(correlation(reference, moving, samples, lag));
  if (!std::all_of(sums.begin(), sums.end(), [](double s) { return std::isfinite(s); })) return 0;

  const auto at = [&](long lag) { return sums[static_cast<std::size_t>(lag + most)]; };
  long best = 0;
  for (long lag = 1; lag <= most; ++lag) {
    if (at(lag) > at(best)) best = lag;
    if (at(-lag) > at(best)) best = -lag;
  }
  if (best == -most || best == most) return static_cast<double>(best);
  const double before = at(best - 1), peak = at(best), after = at(best + 1);
  const double curvature = before - 2 * peak + after;
  if (curvature == 0) return static_cast<double>(best);
  return static_cast<double>(best) + 0.5 * (before - after) / curvature;
}

template double best_delay(const float*, const float*, std::size_t, std::size_t);
template double best_delay(const double*, const double*, std::size_t, std::size_t);

}  // namespace stride::signal
