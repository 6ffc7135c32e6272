// The convolutional perfectly matched layer of the second-order wave equation.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "physics/acoustic/layout.hpp"

namespace stride::physics::acoustic {

// Pasalic and McGarry (SEG 2010): per axis d^2u/dx^2 becomes d^2u/dx^2 + d(psi)/dx + zeta with
//   psi  = b psi  + a du/dx,   zeta = b zeta + a (d^2u/dx^2 + d(psi)/dx),
//   b = exp(-(sigma + alpha) dt),   a = sigma / (sigma + alpha) (b - 1),
// and no stretching (kappa = 1). sigma = sigma_max d^3 over the `absorbing` outermost cells, d from 0 to 1;
// sigma_max = 2 vp_max ln(1/R) / L; alpha falls from alpha_max at the inner edge to 0: a complex frequency shift.
struct Pml {
  Pml(const Space& space, const Layout& layout, double vp_max, double dt_s);

  // By axis (slot) and cell; both are zero outside the layer.
  std::array<std::vector<double>, 3> a, b;

  bool acts(std::size_t slot, std::size_t cell) const { return a[slot][cell] != 0; }
  // Some cell within `reach` of `cell` acts.
  bool near(std::size_t slot, std::size_t cell, std::size_t reach) const;
};

}  // namespace stride::physics::acoustic
