// Minimum, maximum and mean of many numbers, in one pass and in pieces. Internal to io/.
#pragma once

#include <cstddef>

namespace stride::io {

struct Range {
  double min = 0, max = 0;  // over finite values
  double sum = 0;
  std::size_t finite_count = 0, nan_count = 0, inf_count = 0;

  void add(const float* values, std::size_t count);
  void add(const double* values, std::size_t count);
};

}  // namespace stride::io
