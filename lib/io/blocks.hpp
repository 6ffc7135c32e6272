// Cuts an array on disk into boxes that fit in memory. Internal to io/.
#pragma once

#include <functional>

#include "core/array.hpp"

namespace stride::io {

// Calls `visit(start, count)` for boxes that cover `shape` once, in C order, each of about a million elements; their
// sides are whole chunks where the dataset is chunked (`chunk` not empty), so that none is unpacked twice.
void for_each_block(const Shape& shape, const Shape& chunk,
                    const std::function<void(const Shape& start, const Shape& count)>& visit);

}  // namespace stride::io
