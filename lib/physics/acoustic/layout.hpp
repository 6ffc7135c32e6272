// Where the cells of the extended grid lie in memory.
#pragma once

#include <array>
#include <cstddef>

#include "core/array.hpp"
#include "core/space.hpp"
#include "physics/acoustic/settings.hpp"

namespace stride::physics::acoustic {

// Three axes, slowest first; a 2-D grid has one plane. Around them the reach of the stencil is padded with zeros.
//
// A row is kept in one of two orders:
// - plain: cell after cell.
// - split: the row is cut into as many equal pieces as a vector has lanes, and vector v holds cell v of each piece. The
//   neighbours of a vector along the row are then whole vectors: no load is unaligned. Before the first and after the
//   last vector `reach` ghost vectors repeat what the next piece holds (refresh_ghosts).
// Two-dimensional grids, whose rows stay in the cache, are split where the pieces are long enough; three-dimensional
// ones, which are bound by memory, are plain.
struct Layout {
  std::size_t dim = 2;
  std::array<std::size_t, 3> cells{1, 1, 1};   // extended
  std::array<std::size_t, 3> inner{1, 1, 1};   // inner domain
  std::array<std::size_t, 3> before{0, 0, 0};  // extra cells on the low face
  std::array<std::size_t, 3> after{0, 0, 0};   // on the high face
  std::array<double, 3> spacing_m{1, 1, 1};
  std::size_t reach = 5;
  std::size_t lanes = 16;  // reals in 64 bytes
  bool split = false;
  std::size_t vectors = 0;   // per row, ghosts not counted
  std::size_t row_step = 1;  // reals between neighbours along a row: 1 or `lanes`
  std::ptrdiff_t pitch = 0;  // reals between neighbouring rows
  std::ptrdiff_t plane = 0;  // between neighbouring planes
  std::size_t origin = 0;    // of cell (0, 0, 0)
  std::size_t size = 0;      // reals in all

  // Number of an axis of the grid among the three.
  std::size_t slot(std::size_t axis) const { return axis + first_slot(); }
  std::size_t first_slot() const { return 3 - dim; }
  // Cells that are stepped, per axis of the grid.
  Shape extended() const { return Shape(cells.begin() + static_cast<std::ptrdiff_t>(first_slot()), cells.end()); }
  std::size_t row_length() const { return cells[2]; }
  // Reals of a row that kernels work on: whole vectors.
  std::size_t row_reals() const { return vectors * lanes; }
  std::size_t points() const { return cells[0] * cells[1] * cells[2]; }

  // Cell k of a row; k may be up to `reach` cells outside.
  std::ptrdiff_t along_row(std::ptrdiff_t k) const {
    if (!split) return k;
    const auto length = static_cast<std::ptrdiff_t>(vectors);
    const auto last = static_cast<std::ptrdiff_t>(lanes) - 1;
    std::ptrdiff_t lane = k < 0 ? 0 : k / length;
    if (lane > last) lane = last;
    return (k - lane * length) * static_cast<std::ptrdiff_t>(lanes) + lane;
  }
  std::size_t row(std::size_t i, std::size_t j) const {
    return origin + i * static_cast<std::size_t>(plane) + j * static_cast<std::size_t>(pitch);
  }
  std::size_t offset(std::size_t i, std::size_t j, std::size_t k) const {
    return row(i, j) + static_cast<std::size_t>(along_row(static_cast<std::ptrdiff_t>(k)));
  }
};

// `real_bytes` is 4 or 8. The face of a free surface has no extra cells.
Layout make_layout(const Space& space, const Settings& settings, std::size_t real_bytes);

}  // namespace stride::physics::acoustic
