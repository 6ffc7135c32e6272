#include "signal/median.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace stride::signal {

template <class Real>
std::vector<Real> running_median(const Real* trace, std::size_t samples, std::size_t window) {
  assert(window % 2 == 1);
  std::vector<Real> result;
  if (samples == 0) return result;
  result.reserve(samples);
  const auto less = [](Real a, Real b) { return std::isnan(b) ? !std::isnan(a) : a < b; };
  const std::size_t half = window / 2;
  const auto at = [&](std::size_t position) {  // position 0 is `half` samples before the trace
    return trace[std::min(position > half ? position - half : 0, samples - 1)];
  };
  std::vector<Real> sorted;
  for (std::size_t i = 0; i < window; ++i) sorted.push_back(at(i));
  std::sort(sorted.begin(), sorted.end(), less);
  for (std::size_t n = 0;; ++n) {
    result.push_back(sorted[half]);
    if (n + 1 == samples) return result;
    sorted.erase(std::lower_bound(sorted.begin(), sorted.end(), at(n), less));
    const Real next = at(n + window);
    sorted.insert(std::upper_bound(sorted.begin(), sorted.end(), next, less), next);
  }
}

template std::vector<float> running_median(const float*, std::size_t, std::size_t);
template std::vector<double> running_median(const double*, std::size_t, std::size_t);

}  // namespace stride::signal
