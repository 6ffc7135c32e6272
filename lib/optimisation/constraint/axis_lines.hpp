// The lines of a field along one of its axes.
#pragma once

#include <cstddef>

#include "core/array.hpp"

namespace stride::optimisation {

// The element k of a line is at its first index plus k * stride.
struct AxisLines {
  AxisLines(const Shape& shape, std::size_t axis) : length(shape[axis]) {
    for (std::size_t a = 0; a < axis; ++a) outer_ *= shape[a];
    for (std::size_t a = axis + 1; a < shape.size(); ++a) stride *= shape[a];
  }

  // Calls act(first index) for each line, in the order of memory.
  template <class Act>
  void for_each(Act act) const {
    for (std::size_t block = 0; block < outer_; ++block)
      for (std::size_t line = 0; line < stride; ++line) act(block * length * stride + line);
  }

  std::size_t length;
  std::size_t stride = 1;

 private:
  std::size_t outer_ = 1;
};

}  // namespace stride::optimisation
