#include "io/permute.hpp"

#include <algorithm>
#include <cassert>

namespace stride::io {
namespace {

constexpr std::size_t block = 32;

// out[i * out_stride + j] = in[i + j * in_stride] for i < rows, j < cols.
void transpose(const float* in, std::size_t in_stride, float* out, std::size_t out_stride, std::size_t rows,
               std::size_t cols) {
  for (std::size_t i0 = 0; i0 < rows; i0 += block)
    for (std::size_t j0 = 0; j0 < cols; j0 += block) {
      const std::size_t i1 = std::min(rows, i0 + block), j1 = std::min(cols, j0 + block);
      for (std::size_t i = i0; i < i1; ++i)
        for (std::size_t j = j0; j < j1; ++j) out[i * out_stride + j] = in[i + j * in_stride];
    }
}

std::vector<std::size_t> strides_of(const Shape& shape) {
  std::vector<std::size_t> strides(shape.size(), 1);
  for (std::size_t k = shape.size(); k-- > 1;) strides[k - 1] = strides[k] * shape[k];
  return strides;
}

}  // namespace

void permute_axes(const float* in, const Shape& in_shape, const std::vector<std::size_t>& order, float* out) {
  const std::size_t rank = in_shape.size();
  assert(order.size() == rank);
  if (element_count(in_shape) == 0) return;
  if (rank == 0) {
    *out = *in;
    return;
  }
  Shape shape(rank);
  std::vector<std::size_t> in_strides(rank);  // along the axes of `out`
  const std::vector<std::size_t> strides = strides_of(in_shape);
  for (std::size_t k = 0; k < rank; ++k) {
    shape[k] = in_shape[order[k]];
    in_strides[k] = strides[order[k]];
  }
  const std::vector<std::size_t> out_strides = strides_of(shape);
  const std::size_t last = rank - 1;
  // The axis of `out` along which `in` is contiguous.
  const auto fast = static_cast<std::size_t>(std::find(order.begin(), order.end(), last) - order.begin());

  // Counts through all other axes; each step is one transposed plane, or one row where the last axes agree.
  std::vector<std::size_t> index(rank, 0);
  const std::size_t planes = element_count(shape) / shape[last] / (fast == last ? 1 : shape[fast]);
  for (std::size_t plane = 0; plane < planes; ++plane) {
    std::size_t from = 0, to = 0;
    for (std::size_t k = 0; k < rank; ++k) {
      from += index[k] * in_strides[k];
      to += index[k] * out_strides[k];
    }
    if (fast == last)
      std::copy_n(in + from, shape[last], out + to);
    else
      transpose(in + from, in_strides[last], out + to, out_strides[fast], shape[fast], shape[last]);
    for (std::size_t k = rank; k-- > 0;) {
      if (k == last || k == fast) continue;
      if (++index[k] < shape[k]) break;
      index[k] = 0;
    }
  }
}

}  // namespace stride::io
