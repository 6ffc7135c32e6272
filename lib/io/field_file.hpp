// Scalar fields on disk: protocol-0.1 files and mapped datasets.
#pragma once

#include <string>

#include "core/array.hpp"
#include "core/space.hpp"
#include "io/mapping.hpp"

namespace stride::io {

struct FieldFile {
  Array<float> data;  // inner domain, C order; where `has_extra`, the extended domain
  Space space;        // as far as the file tells
  Time time;          // as far as the file tells
  bool has_extra = false;
  std::string file;
  std::string hdf5_path;
};

// Errors are Error(data) naming file, HDF5 path, and for bad values the cell and its value.
FieldFile read_field(const std::string& file);
FieldFile read_field(const Mapping& mapping);

// Refuses a field of another shape than `space` (both shapes named).
void check_field_shape(const FieldFile& field, const Space& space);
// Refuses NaN, Inf and, with `positive`, values <= 0: names the first such cell, its value, and how many there are.
void check_field_values(const FieldFile& field, bool positive);
// The same for a field that may be zero: refuses NaN, Inf and values < 0.
void check_field_not_negative(const FieldFile& field);

}  // namespace stride::io
