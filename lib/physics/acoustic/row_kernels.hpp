// The loops over one row of the grid, built for several kinds of processors.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "physics/acoustic/row_kernels_variants.hpp"

namespace stride::physics::acoustic {

// The kernels of one order, order of the row, and dimension.
template <class Real>
struct RowKernels : RowTable<Real> {
  // one[mode]: a row. four[mode]: the same row of four neighbouring planes (3-D, else null). refresh_ghosts: of a split
  // row.
  std::string processor;  // "AVX-512", "AVX2", "baseline"

  void run(RowMode mode, const RowWork<Real>& work) const { this->one[static_cast<std::size_t>(mode)](work); }
  void run_four(RowMode mode, const RowWork<Real>& work) const { this->four[static_cast<std::size_t>(mode)](work); }
};

// The best variant for this processor.
template <class Real>
RowKernels<Real> pick_row_kernels(std::size_t reach, std::size_t dim, bool split);
// All variants that this processor can run, for tests.
template <class Real>
std::vector<RowKernels<Real>> all_row_kernels(std::size_t reach, std::size_t dim, bool split);

}  // namespace stride::physics::acoustic
