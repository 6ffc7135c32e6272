// Turns what a file holds into the arrays that models take.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/array.hpp"

namespace stride::optimisation {

// Numbers in memory of any order; lent. Strides count elements and may be negative or 0; none: C order.
template <class T>
struct Strided {
  const T* data = nullptr;
  Shape shape;
  std::vector<std::ptrdiff_t> strides = {};
};

// Contiguous float32 in C order, shaped as `wanted`, where an extent of 0 stands for any. Axes of length 1 may be put
// in or left out to that end. NaN and infinities stay. Error(data), naming `name`, when the shape does not fit or a
// finite number is too large for float32. T: float, double, int16, int32, int64, uint8, uint16.
template <class T>
Array<float> prepare_batch(const std::string& name, const Strided<T>& raw, const Shape& wanted);

}  // namespace stride::optimisation
