// The explicit mapping: which dataset of any HDF5 file holds what, and in which order of axes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/array.hpp"
#include "core/space.hpp"

namespace stride::io {

// A number, or the HDF5 path of a dataset or attribute that holds it ("/time/step", "/data@dt").
using NumberOrPath = std::variant<double, std::string>;

struct Mapping {
  std::string file;
  std::string dataset;  // may hold {id}: it expands over the groups or datasets that match
  std::vector<std::string>
      axes;  // order on disk; traces: any permutation of shot, receiver|source|channel, time; fields: x, y, z
  std::optional<NumberOrPath> dt;     // s
  std::optional<NumberOrPath> t0;     // s
  std::optional<NumberOrPath> scale;  // multiplies every sample
  std::string ids;                    // dataset with the shot ids along the shot axis; "" : counted from 0
  std::vector<double> spacing_m;      // fields
  bool fortran_order = false;         // fields: `order: F`, the first axis varies fastest
  std::string convert;                // fields: "", slowness_squared (s^2/km^2), slowness (s/km), km_s, g_cm3
};

}  // namespace stride::io
