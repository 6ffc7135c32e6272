#include "io/blocks.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace stride;

namespace {

struct Cover {
  std::size_t elements = 0, boxes = 0, largest = 0;
  bool whole_chunks = true;
};

Cover cover(const Shape& shape, const Shape& chunk) {
  Cover result;
  io::for_each_block(shape, chunk, [&](const Shape& start, const Shape& count) {
    const std::size_t size = element_count(count);
    result.elements += size;
    ++result.boxes;
    result.largest = std::max(result.largest, size);
    for (std::size_t k = 0; k < chunk.size(); ++k)
      result.whole_chunks = result.whole_chunks && start[k] % chunk[k] == 0;
  });
  return result;
}

}  // namespace

TEST_CASE("for_each_block: covers every element once, in bounded pieces of whole chunks") {
  const std::vector<std::pair<Shape, Shape>> cases = {{{}, {}},
                                                      {{5}, {}},
                                                      {{3000, 1000}, {}},
                                                      {{3, 2000000}, {}},
                                                      {{100, 100, 300}, {7, 13, 300}},
                                                      {{3000, 1000}, {1, 10}},
                                                      {{3000, 1000}, {3000, 1}},
                                                      {{2, 1, 1500000}, {1, 1, 1000000}}};
  for (const auto& [shape, chunk] : cases) {
    const Cover result = cover(shape, chunk);
    CHECK(result.elements == element_count(shape));
    CHECK(result.largest <= std::size_t{1} << 20);
    CHECK(result.whole_chunks);
    CHECK(result.boxes <= 2 + 4 * element_count(shape) / (std::size_t{1} << 20));
  }
  CHECK(cover({4, 0, 3}, {}).boxes == 0);
}
