// The row kernels for x86-64-v3: AVX2 and fused multiply-adds (flags: .cmake/Targets.cmake).
#define STRIDE_VECTOR_BYTES 32
#include "physics/acoustic/row_kernels_impl.hpp"

namespace stride::physics::acoustic {

void row_table_avx2(std::size_t reach, std::size_t dim, bool split, RowTable<float>& table) {
  table = table_for<float>(reach, dim, split);
}
void row_table_avx2(std::size_t reach, std::size_t dim, bool split, RowTable<double>& table) {
  table = table_for<double>(reach, dim, split);
}

}  // namespace stride::physics::acoustic
