#include "signal/picking.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace stride::signal {

template <class Real>
std::optional<std::size_t> pick_threshold(const Real* trace, std::size_t samples, double level) {
  double largest = 0;
  for (std::size_t n = 0; n < samples; ++n) largest = std::max(largest, std::abs(static_cast<double>(trace[n])));
  for (std::size_t n = 0; n < samples; ++n)
    if (std::abs(static_cast<double>(trace[n])) > level * largest) return n;
  return std::nullopt;
}

template <class Real>
std::optional<std::size_t> pick_sta_lta(const Real* trace, std::size_t samples, std::size_t short_window,
                                        std::size_t long_window, double level) {
  assert(short_window >= 1 && short_window < long_window);
  // Sums are taken anew where the long window has moved by its own length, so that rounding does not build up.
  const auto energy = [trace](std::size_t end, std::size_t count) {
    double sum = 0;
    for (std::size_t n = end - count; n < end; ++n)
      sum += static_cast<double>(trace[n]) * static_cast<double>(trace[n]);
    return sum;
  };
  double recent = 0, background = 0;
  for (std::size_t end = long_window; end <= samples; ++end) {
    if ((end - long_window) % long_window == 0) {
      recent = energy(end, short_window);
      background = energy(end, long_window);
    } else {
      const auto square = [trace](std::size_t n) {
        return static_cast<double>(trace[n]) * static_cast<double>(trace[n]);
      };
      recent += square(end - 1) - square(end - 1 - short_window);
      background += square(end - 1) - square(end - 1 - long_window);
    }
    const double sta = recent / static_cast<double>(short_window), lta = background / static_cast<double>(long_window);
    if (lta > 0 && sta > level * lta) return end - 1;
  }
  return std::nullopt;
}

template std::optional<std::size_t> pick_threshold(const float*, std::size_t, double);
template std::optional<std::size_t> pick_threshold(const double*, std::size_t, double);
template std::optional<std::size_t> pick_sta_lta(const float*, std::size_t, std::size_t, std::size_t, double);
template std::optional<std::size_t> pick_sta_lta(const double*, std::size_t, std::size_t, std::size_t, double);

}  // namespace stride::signal
