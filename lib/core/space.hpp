// The grid and the time axis: small immutable values.
#pragma once

#include <cstddef>
#include <vector>

namespace stride {

// Inner cells, plus `extra` cells on both faces of each axis, of which `absorbing` absorb. One value per axis.
struct Space {
  std::vector<std::size_t> shape;      // inner cells
  std::vector<double> spacing_m;       // m
  std::vector<std::size_t> extra;      // cells
  std::vector<std::size_t> absorbing;  // cells

  bool known() const { return !shape.empty(); }
  std::size_t dim() const { return shape.size(); }
};

// num samples from start, step apart.
struct Time {
  double start_s = 0;
  double step_s = 0;
  std::size_t num = 0;

  bool known() const { return step_s > 0; }
  double stop_s() const { return start_s + step_s * static_cast<double>(num == 0 ? 0 : num - 1); }
};

}  // namespace stride
