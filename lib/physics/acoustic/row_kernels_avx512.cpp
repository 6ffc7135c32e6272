// The row kernels for x86-64-v4: AVX-512 (flags: .cmake/Targets.cmake).
#define STRIDE_VECTOR_BYTES 64
#include "physics/acoustic/row_kernels_impl.hpp"

namespace stride::physics::acoustic {

void row_table_avx512(std::size_t reach, std::size_t dim, bool split, RowTable<float>& table) {
  table = table_for<float>(reach, dim, split);
}
void row_table_avx512(std::size_t reach, std::size_t dim, bool split, RowTable<double>& table) {
  table = table_for<double>(reach, dim, split);
}

}  // namespace stride::physics::acoustic
