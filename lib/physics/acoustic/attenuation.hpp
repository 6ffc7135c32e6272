// From dB/cm to the loss terms of the wave equation.
#pragma once

#include <cmath>
#include <numbers>

namespace stride::physics::acoustic {

// Np/m per (rad/s)^power for alpha in dB/cm at 1 MHz times f^power.
inline double nepers(double alpha_db_cm, int power) {
  return alpha_db_cm * 100 * std::pow(1e-6 / (2 * std::numbers::pi), power) / (20 * std::log10(std::numbers::e));
}

// Power 0: u_tt + 2 a vp u_t: the rate a vp, 1/s.
inline double loss_rate(double vp, double alpha_db_cm) {
  return nepers(alpha_db_cm, 0) * vp;
}

// Power 2: u_tt - 2 a vp^3 Lap(u_t): a wave of frequency w has -Lap = w^2/vp^2, so it loses a w^2 Np/m. In m^2/s.
inline double loss_per_laplacian(double vp, double alpha_db_cm) {
  return 2 * nepers(alpha_db_cm, 2) * vp * vp * vp;
}

}  // namespace stride::physics::acoustic
