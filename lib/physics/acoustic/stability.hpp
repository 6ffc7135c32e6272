// The largest stable time step, which kernel to take, and how finely the grid samples the shortest wave.
#pragma once

#include <optional>
#include <string>

#include "physics/acoustic/medium_view.hpp"
#include "physics/acoustic/settings.hpp"

namespace stride::physics::acoustic {

// What is known before the first step.
struct Stability {
  Kernel kernel = Kernel::ot2;  // chosen or forced; never automatic
  bool stable = true;           // dt is within the limit of `kernel`
  double courant = 0;           // vp_max dt / h_min
  double ot2_limit_s = 0;       // largest dt of each kernel
  double ot4_limit_s = 0;
  double vp_min = 0, vp_max = 0;  // m/s
  std::string rule;               // "uniform grid" or "largest eigenvalue": where the limits come from
};

// Limits: OT2 (2/pi) h / (vp_max sqrt(dim)), OT4 (3.6/pi) h / (vp_max sqrt(dim)); with density, attenuation or unequal
// spacings from a bound (Gershgorin) on the largest eigenvalue of the operator that is stepped. Automatic takes OT2
// while it is stable, then OT4; `stable` is false where neither is.
Stability assess_stability(const MediumView& medium, double dt_s, const Settings& settings);

// The error that names the largest admissible dt and what else would help; "" when there is none, or when
// `allow_unstable` accepts it.
std::string stability_error(const Stability& stability, double dt_s, const Settings& settings);

// Up to this Courant number 20,000 steps of OT4 with a PML have been seen not to grow (tests/truth/stability.cpp).
double pml_ot4_courant(std::size_t dim);
// True for a PML stepped by OT4 beyond that, unless `allow_unstable` accepts it.
bool pml_is_untested(const Space& space, const Settings& settings, const Stability& stability);

// Points of the grid per shortest wavelength, vp_min / (f_max h_max).
double points_per_wavelength(const Stability& stability, const Space& space, double f_max_hz);
// A warning that names the spacing needed when there are fewer than five; "" otherwise.
std::string dispersion_warning(const Stability& stability, const Space& space, double f_max_hz);

}  // namespace stride::physics::acoustic
