// Sources and receivers off the grid: which cells a point shares, and with what weight.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "physics/acoustic/layout.hpp"
#include "physics/acoustic/settings.hpp"

namespace stride::physics::acoustic {

struct Points;

// One point as a sum over cells. The same weights read (a receiver) and write (a source).
struct Stencil {
  std::vector<std::size_t> offsets;  // into a field of the layout
  std::vector<double> weights;
  std::size_t floor_offset = 0;             // the cell whose lower corner is nearest below
  std::vector<std::size_t> linear_offsets;  // the 2^dim cells around, for the speed at the point
  std::vector<double> linear_weights;       // sum 1
};

enum class PointRole { source, receiver };

// linear: 2^dim weights, sum 1. hicks: a Kaiser-windowed sinc (Hicks, Geophysics 67, 2002) over nodes -3..3 about the
// floor node, radius 3/0.99, b = 4.14, per axis. Near a free surface weights beyond it are folded back with the
// opposite sign. Error(data) names a point outside the inner domain, faces included, or one on the free surface
// (linear).
std::vector<Stencil> interpolate(const Points& points, PointRole role, const Space& space, const Layout& layout,
                                 const Settings& settings);

// The weights of nodes -3..3 for a point `fraction` of a cell above node 0.
std::array<double, 7> hicks_weights(double fraction);

}  // namespace stride::physics::acoustic
