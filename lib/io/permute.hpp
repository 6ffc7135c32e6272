// Reorders the axes of an array in memory. Internal to io/.
#pragma once

#include <cstddef>
#include <vector>

#include "core/array.hpp"

namespace stride::io {

// out[i_0, i_1, ...] = in[...] where axis k of `out` is axis order[k] of `in`; both C-ordered and dense, not
// overlapping. Works in square blocks, so that both sides stay in the cache.
void permute_axes(const float* in, const Shape& in_shape, const std::vector<std::size_t>& order, float* out);

}  // namespace stride::io
