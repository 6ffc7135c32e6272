#include "physics/acoustic/layout.hpp"

namespace stride::physics::acoustic {

Layout make_layout(const Space& space, const Settings& settings, std::size_t real_bytes) {
  Layout l;
  l.dim = space.dim();
  l.reach = reach(settings.space_order);
  l.lanes = 64 / real_bytes;
  for (std::size_t axis = 0; axis < l.dim; ++axis) {
    const std::size_t s = l.slot(axis);
    l.inner[s] = space.shape[axis];
    l.before[s] = l.after[s] = space.extra[axis];
    l.spacing_m[s] = space.spacing_m[axis];
    if (settings.free_surface && settings.free_surface->axis == axis)
      (settings.free_surface->high ? l.after[s] : l.before[s]) = 0;
    l.cells[s] = l.before[s] + l.inner[s] + l.after[s];
  }

  l.vectors = (l.row_length() + l.lanes - 1) / l.lanes;
  l.split = l.dim == 2 && l.vectors >= l.reach;
  l.row_step = l.split ? l.lanes : 1;
  // The pad of a plain row is that of the row behind it too: long enough for the reach of both.
  const std::size_t pad = l.split ? l.reach * l.lanes : (2 * l.reach + l.lanes - 1) / l.lanes * l.lanes;
  const std::size_t pitch = l.vectors * l.lanes + (l.split ? 2 * pad : pad);
  const std::size_t rows = l.cells[1] + 2 * l.reach;
  const std::size_t planes = l.dim == 2 ? 1 : l.cells[0] + 2 * l.reach;
  const std::size_t planes_before = l.dim == 2 ? 0 : l.reach;
  l.pitch = static_cast<std::ptrdiff_t>(pitch);
  l.plane = static_cast<std::ptrdiff_t>(pitch * rows);
  l.origin = pad + l.reach * pitch + planes_before * pitch * rows;
  l.size = pad + planes * pitch * rows;
  return l;
}

}  // namespace stride::physics::acoustic
