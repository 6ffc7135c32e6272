#include "truth/analytic.hpp"

#include <cmath>
#include <numbers>

#include "physics/waves.hpp"

namespace stride::truth {
namespace {

constexpr double pi = std::numbers::pi;

double line_source(const PointSource& source, double r_m, double t_s) {
  const double delay = r_m / source.c;
  if (t_s <= delay) return 0;
  // Simpson's rule; the integrand is smooth.
  constexpr int intervals = 4000;
  const double step = std::acosh(t_s / delay) / intervals;
  double sum = 0;
  for (int k = 0; k <= intervals; ++k) {
    const double weight = k == 0 || k == intervals ? 1 : k % 2 == 1 ? 4 : 2;
    sum += weight * test::ricker(t_s - delay * std::cosh(k * step), source.f0_hz);
  }
  return sum * step / 3 / (2 * pi);
}

}  // namespace

double exact_pressure(const PointSource& source, std::size_t dim, double r_m, double t_s) {
  if (dim == 2) return line_source(source, r_m, t_s);
  return test::ricker(t_s - r_m / source.c, source.f0_hz) / (4 * pi * r_m);
}

std::vector<double> exact_trace(const PointSource& source, std::size_t dim, double r_m, double dt_s,
                                std::size_t samples) {
  std::vector<double> trace(samples);
  for (std::size_t n = 1; n + 1 < samples; ++n)
    trace[n] = exact_pressure(source, dim, r_m, static_cast<double>(n + 1) * dt_s);
  return trace;
}

}  // namespace stride::truth
