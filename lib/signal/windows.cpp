#include "signal/windows.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace stride::signal {

std::vector<double> tukey(std::size_t n, double fraction) {
  std::vector<double> window(n, 1.0);
  if (n < 2 || fraction <= 0) return window;
  const double alpha = std::min(fraction, 1.0), last = static_cast<double>(n - 1);
  const auto taper = static_cast<std::size_t>(alpha * last / 2);
  for (std::size_t i = 0; i <= taper; ++i) {
    const double weight = 0.5 * (1 + std::cos(std::numbers::pi * (2 * static_cast<double>(i) / (alpha * last) - 1)));
    window[i] = weight;
    window[n - 1 - i] = weight;
  }
  return window;
}

std::vector<double> kaiser(std::size_t n, double beta) {
  std::vector<double> window(n, 1.0);
  if (n < 2) return window;
  const double half = static_cast<double>(n - 1) / 2;
  for (std::size_t i = 0; i < n; ++i) {
    const double x = (static_cast<double>(i) - half) / half;
    window[i] = bessel_i0(beta * std::sqrt(std::max(0.0, 1 - x * x))) / bessel_i0(beta);
  }
  return window;
}

double bessel_i0(double x) {
  assert(std::abs(x) < 700);
  const double quarter = 0.25 * x * x;
  double term = 1, sum = 1;
  for (int k = 1; term > 1e-18 * sum; ++k) {
    term *= quarter / (static_cast<double>(k) * k);
    sum += term;
  }
  return sum;
}

}  // namespace stride::signal
