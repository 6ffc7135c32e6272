#include "physics/acoustic/memory.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "physics/acoustic/layout.hpp"

namespace stride::physics::acoustic {

MemoryNeed memory_need(const Space& space, const Settings& settings, Kernel kernel, bool has_rho, bool has_alpha,
                       std::size_t real_bytes) {
  const Layout layout = make_layout(space, settings, real_bytes);
  const bool pml = settings.boundary == Boundary::pml;
  const bool absorbs =
      !pml && std::any_of(space.absorbing.begin(), space.absorbing.end(), [](std::size_t cells) { return cells > 0; });
  const bool lossy = has_alpha && settings.attenuation_power == 0;
  const bool squared = has_alpha && settings.attenuation_power == 2;
  const bool general = has_rho || squared || pml || (lossy && settings.compat_stride);

  std::uint64_t model = 1, propagator = 2;                               // m; u and u-
  if (absorbs || lossy || general) model += 2;                           // c1, c2
  if (general) model += 1;                                               // q
  if (has_rho) model += 1 + space.dim();                                 // rho, 1/rho of each axis
  if (squared) model += 1;                                               // loss
  if (general) propagator += 1 + (has_rho ? 1 : 0) + (squared ? 1 : 0);  // Laplacian, flux, the Laplacian before
  if (kernel == Kernel::ot4) propagator += 1 + (general ? 1 : 0);        // first half, its Laplacian
  if (pml) propagator += 2 * space.dim() + (has_rho ? 1 : 0);            // psi and zeta of each axis; one axis' share
  const std::uint64_t field = static_cast<std::uint64_t>(layout.size) * real_bytes;
  return {model * field, propagator * field};
}

double pml_ot4_courant(std::size_t dim) {
  // The limit of OT4 itself on a uniform grid.
  return 3.6 / std::numbers::pi / std::sqrt(static_cast<double>(dim));
}

}  // namespace stride::physics::acoustic
