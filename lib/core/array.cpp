#include "core/array.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace stride {

std::size_t element_count(const Shape& shape) {
  std::size_t n = 1;
  for (const std::size_t extent : shape) n *= extent;
  return n;
}

std::string to_string(const Shape& shape) {
  if (shape.size() == 1) return fmt::format("({},)", shape[0]);
  return fmt::format("({})", fmt::join(shape, ", "));
}

}  // namespace stride
