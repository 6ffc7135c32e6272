// The sponge: how strongly each cell of the extra region is damped.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "physics/acoustic/layout.hpp"

namespace stride::physics::acoustic {

// The strength of the sponge in 1/m; times vp it is the rate g of u_tt + 2 g u_t + g^2 u = A u. Per axis the ramp
// s - sin(2 pi s)/(2 pi) over the `absorbing` outermost cells, s = 1 in the outermost and 0 in the innermost, times
// 1.5 ln(1/R) / (absorbing h) for more than 15 cells, else 0.67 / h; R = 10^(-(log10(max absorbing) - 1)/log10(2) - 3).
// Ring k of an axis covers the other axes from cell k to N - k only (nested frames), or up to a face that does not
// absorb; the axes add.
class Sponge {
 public:
  Sponge(const Space& space, const Layout& layout);

  // Of cell (i, j, k) of the extended grid.
  double strength(std::size_t i, std::size_t j, std::size_t k) const;
  // True where no cell of the row at (i, j) is damped but by the ramp of the row's own axis.
  bool only_row_ends(std::size_t i, std::size_t j) const;
  // Cells [first, last) of such a row are not damped.
  std::size_t free_first() const { return free_first_; }
  std::size_t free_last() const { return free_last_; }
  // True when there is nothing that absorbs.
  bool none() const { return none_; }

 private:
  std::array<std::size_t, 3> cells_;
  std::array<std::vector<double>, 3> ramp_;       // of each axis, times its factor
  std::array<std::vector<std::size_t>, 3> ring_;  // cells from the outer face
  // Which faces absorb, and so cut the rings of the other axes short.
  struct Framed {
    bool low = false, high = false;
  };
  std::array<Framed, 3> framed_;
  std::size_t free_first_ = 0, free_last_ = 0;
  bool none_ = true;
};

}  // namespace stride::physics::acoustic
