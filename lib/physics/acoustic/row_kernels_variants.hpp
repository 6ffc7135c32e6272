// The tables that each variant of the row kernels fills. Internal to physics/acoustic.
#pragma once

#include <cstddef>

#include "physics/acoustic/row_work.hpp"

namespace stride::physics::acoustic {

template <class Real>
struct RowTable {
  using Kernel = void (*)(const RowWork<Real>&);
  Kernel one[row_modes];
  Kernel four[row_modes];
  void (*refresh_ghosts)(Real* row, std::size_t vectors);
};

void row_table_baseline(std::size_t reach, std::size_t dim, bool split, RowTable<float>& table);
void row_table_baseline(std::size_t reach, std::size_t dim, bool split, RowTable<double>& table);
void row_table_avx2(std::size_t reach, std::size_t dim, bool split, RowTable<float>& table);
void row_table_avx2(std::size_t reach, std::size_t dim, bool split, RowTable<double>& table);
void row_table_avx512(std::size_t reach, std::size_t dim, bool split, RowTable<float>& table);
void row_table_avx512(std::size_t reach, std::size_t dim, bool split, RowTable<double>& table);

}  // namespace stride::physics::acoustic
