// What the row kernels take, and their modes. Plain structs: this header is compiled for several kinds of processors.
#pragma once

#include <cstddef>

namespace stride::physics::acoustic {

constexpr std::size_t longest_reach = 6;

// Second differences scaled to the spacing of the rows: h_row^2 Lap f = sum over axes. `y` and `x` are the ratios
// (h_row / h_axis)^2 of the middle and the slowest axis.
template <class Real>
struct LaplacianWeights {
  Real centre = 0;  // of all axes together
  Real row[longest_reach + 1] = {};
  Real y = 1;
  Real x = 1;
};

// What a row kernel works on. All pointers stand at a cell of the first row; `count` is a multiple of the lanes.
template <class Real>
struct RowWork {
  const Real* f = nullptr;  // what is differenced
  const Real* u = nullptr;  // the field now, where it is not f
  Real* out = nullptr;
  const Real* m = nullptr;   // (vp dt / h_row)^2
  const Real* c1 = nullptr;  // damping: weights of the field now and before
  const Real* c2 = nullptr;
  const Real* e = nullptr;   // damping by a sponge alone: g dt, from which c1 and c2 follow
  std::size_t count = 0;     // reals of a row
  std::size_t rows = 1;      // how many rows, one after another
  std::ptrdiff_t pitch = 0;  // to the neighbouring rows
  std::ptrdiff_t plane = 0;  // to the neighbouring planes
  const LaplacianWeights<Real>* weights = nullptr;
};

// L is h_row^2 Lap. q = (1 - c2) / 2 is 1 / (1 + damping).
enum class RowMode {
  ot2,         // out = 2 f - out + m L f
  ot2_damped,  // out = c1 f + c2 out + q m L f
  first,       // out = m L f: the first half of OT4
  ot4,         // out = 2 u - out + f + m/12 L f
  ot4_damped,  // out = c1 u + c2 out + q (f + m/12 L f)
  laplacian,   // out = L f
  ot2_sponge,  // out = ((2 - e^2) f + (e - 1) out + m L f) / (1 + e)
  ot4_sponge,  // out = ((2 - e^2) u + (e - 1) out + f + m/12 L f) / (1 + e)
};
constexpr std::size_t row_modes = 8;

}  // namespace stride::physics::acoustic
