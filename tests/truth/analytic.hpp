// Exact traces of u_tt - c^2 Lap u = c^2 s(t) delta(x) in a homogeneous whole space.
#pragma once

#include <cstddef>
#include <vector>

namespace stride::truth {

// s is a Ricker wavelet, s(t) = (1 - 2 a) exp(-a), a = (pi f0 (t - 1.5/f0))^2, and 0 before t = 0.
struct PointSource {
  double c = 1500;  // m/s
  double f0_hz = 0.25e6;
};

// At distance r and time t.
// 3-D: s(t - r/c) / (4 pi r). 2-D: 1/(2 pi) int_0^acosh(ct/r) s(t - (r/c) cosh v) dv, which is the Green's function
// H(t - r/c) / (2 pi sqrt(t^2 - r^2/c^2)) with the time of emission put as t - (r/c) cosh v.
double exact_pressure(const PointSource& source, std::size_t dim, double r_m, double t_s);

// Samples as a propagator records them: sample n is the pressure at (n + 1) dt; the first and the last are zero.
std::vector<double> exact_trace(const PointSource& source, std::size_t dim, double r_m, double dt_s,
                                std::size_t samples);

}  // namespace stride::truth
