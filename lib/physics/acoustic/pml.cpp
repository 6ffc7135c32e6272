#include "physics/acoustic/pml.hpp"

#include <algorithm>
#include <cmath>

namespace stride::physics::acoustic {

Pml::Pml(const Space& space, const Layout& layout, double vp_max, double dt_s) {
  for (std::size_t s = 0; s < 3; ++s) {
    a[s].assign(layout.cells[s], 0.0);
    b[s].assign(layout.cells[s], 0.0);
  }
  for (std::size_t axis = 0; axis < space.dim(); ++axis) {
    const std::size_t s = layout.slot(axis);
    const std::size_t absorbing = space.absorbing[axis];
    if (absorbing == 0) continue;
    const double h = layout.spacing_m[s];
    const double reflection = 1e-6;
    const double sigma_max = 2 * vp_max * std::log(1 / reflection) / (static_cast<double>(absorbing) * h);
    const double alpha_max = 0.02 * vp_max / h;
    for (std::size_t i = 0; i < layout.cells[s]; ++i) {
      const std::size_t from_high = layout.cells[s] - 1 - i;
      const bool low = layout.before[s] > 0 && i < absorbing;
      const bool high = layout.after[s] > 0 && from_high < absorbing;
      if (!low && !high) continue;
      const double depth =
          static_cast<double>(absorbing - (low ? i : from_high)) / static_cast<double>(absorbing);  // 1 outermost
      const double sigma = sigma_max * depth * depth * depth;
      const double alpha = alpha_max * (1 - depth);
      b[s][i] = std::exp(-(sigma + alpha) * dt_s);
      a[s][i] = sigma / (sigma + alpha) * (b[s][i] - 1);
    }
  }
}

bool Pml::near(std::size_t slot, std::size_t cell, std::size_t reach) const {
  const std::size_t first = cell < reach ? 0 : cell - reach;
  const std::size_t last = std::min(cell + reach, a[slot].size() - 1);
  for (std::size_t i = first; i <= last; ++i)
    if (acts(slot, i)) return true;
  return false;
}

}  // namespace stride::physics::acoustic
