#include "io/blocks.hpp"

#include <algorithm>

namespace stride::io {
namespace {

constexpr std::size_t elements_per_block = std::size_t{1} << 20;

// Starts from one chunk and grows from the last axis on while there is room.
Shape block_shape(const Shape& shape, const Shape& chunk) {
  Shape block(shape.size(), 1);
  if (chunk.size() == shape.size())
    for (std::size_t k = 0; k < shape.size(); ++k) block[k] = std::clamp<std::size_t>(chunk[k], 1, shape[k]);
  std::size_t size = element_count(block);
  for (std::size_t k = shape.size(); k-- > 0 && size < elements_per_block;) {
    const std::size_t unit = block[k], others = size / unit;
    const std::size_t units = std::max<std::size_t>(1, elements_per_block / size);
    block[k] = units >= (shape[k] + unit - 1) / unit ? shape[k] : unit * units;
    size = others * block[k];
    if (block[k] != shape[k]) break;
  }
  return block;
}

}  // namespace

void for_each_block(const Shape& shape, const Shape& chunk,
                    const std::function<void(const Shape& start, const Shape& count)>& visit) {
  if (std::find(shape.begin(), shape.end(), std::size_t{0}) != shape.end()) return;
  const Shape block = block_shape(shape, chunk);
  Shape start(shape.size(), 0), count(shape.size());
  for (bool more = true; more;) {
    for (std::size_t k = 0; k < shape.size(); ++k) count[k] = std::min(block[k], shape[k] - start[k]);
    visit(start, count);
    more = false;
    for (std::size_t k = shape.size(); k-- > 0;) {
      start[k] += block[k];
      if (start[k] < shape[k]) {
        more = true;
        break;
      }
      start[k] = 0;
    }
  }
}

}  // namespace stride::io
