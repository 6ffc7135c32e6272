#include "physics/acoustic/row_kernels.hpp"

namespace stride::physics::acoustic {

template <class Real>
std::vector<RowKernels<Real>> all_row_kernels(std::size_t reach, std::size_t dim, bool split) {
  std::vector<RowKernels<Real>> variants;
  const auto add = [&](auto fill, const char* processor) {
    RowKernels<Real> kernels;
    fill(reach, dim, split, kernels);
    kernels.processor = processor;
    variants.push_back(kernels);
  };
  using Fill = void (*)(std::size_t, std::size_t, bool, RowTable<Real>&);
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512cd"))
    add(static_cast<Fill>(row_table_avx512), "AVX-512");
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"))
    add(static_cast<Fill>(row_table_avx2), "AVX2");
#endif
  add(static_cast<Fill>(row_table_baseline), "baseline");
  return variants;
}

template <class Real>
RowKernels<Real> pick_row_kernels(std::size_t reach, std::size_t dim, bool split) {
  return all_row_kernels<Real>(reach, dim, split).front();
}

template std::vector<RowKernels<float>> all_row_kernels<float>(std::size_t, std::size_t, bool);
template std::vector<RowKernels<double>> all_row_kernels<double>(std::size_t, std::size_t, bool);
template RowKernels<float> pick_row_kernels<float>(std::size_t, std::size_t, bool);
template RowKernels<double> pick_row_kernels<double>(std::size_t, std::size_t, bool);

}  // namespace stride::physics::acoustic
