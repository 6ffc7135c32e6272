#include "physics/acoustic/memory.hpp"

#include <algorithm>
#include <cmath>

#include "physics/acoustic/layout.hpp"

namespace stride::physics::acoustic {

StepNeeds step_needs(const Space& space, const Settings& settings, bool has_rho, bool has_alpha) {
  const bool pml = settings.boundary == Boundary::pml;
  StepNeeds needs;
  needs.sponge =
      !pml && std::any_of(space.absorbing.begin(), space.absorbing.end(), [](std::size_t cells) { return cells > 0; });
  needs.lossy = has_alpha && settings.attenuation_power == 0;
  needs.squared = has_alpha && settings.attenuation_power == 2;
  needs.damped = needs.sponge || needs.lossy;
  needs.general = has_rho || needs.squared || pml || (needs.lossy && settings.compat_stride);
  needs.by_rate =
      space.dim() == 3 && needs.sponge && settings.boundary == Boundary::sponge && !needs.lossy && !needs.general;
  return needs;
}

MemoryNeed memory_need(const Space& space, const Settings& settings, Kernel kernel, bool has_rho, bool has_alpha,
                       std::size_t real_bytes) {
  const Layout layout = make_layout(space, settings, real_bytes);
  const bool pml = settings.boundary == Boundary::pml;
  const StepNeeds needs = step_needs(space, settings, has_rho, has_alpha);
  const bool general = needs.general, squared = needs.squared;

  std::uint64_t model = 1, propagator = 2;                               // m; u and u-
  if (needs.damped || general) model += needs.by_rate ? 1 : 2;           // c1, c2, or e
  if (general) model += 1;                                               // q
  if (has_rho) model += 1 + space.dim();                                 // rho, 1/rho of each axis
  if (squared) model += 1;                                               // loss
  if (general) propagator += 1 + (has_rho ? 1 : 0) + (squared ? 1 : 0);  // Laplacian, flux, the Laplacian before
  if (kernel == Kernel::ot4) propagator += 1 + (general ? 1 : 0);        // first half, its Laplacian
  if (pml) propagator += 2 * space.dim() + (has_rho ? 1 : 0);            // psi and zeta of each axis; one axis' share
  const std::uint64_t field = static_cast<std::uint64_t>(layout.size) * real_bytes;
  return {model * field, propagator * field};
}

std::uint64_t state_bytes(const Layout& layout, const Settings& settings, bool has_alpha, std::size_t real_bytes) {
  std::uint64_t fields = 2;
  if (has_alpha && settings.attenuation_power == 2) fields += 1;     // the Laplacian before
  if (settings.boundary == Boundary::pml) fields += 2 * layout.dim;  // psi and zeta of each axis
  return fields * layout.cells[0] * layout.cells[1] * layout.row_reals() * real_bytes;
}

}  // namespace stride::physics::acoustic
