// What `info` and `diff` know about any file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/array.hpp"
#include "core/space.hpp"

namespace stride::io {

struct DatasetSummary {
  std::string path;  // "/shots/0/observed/data"
  Shape shape;
  std::string type;     // "float32", "int16 (big-endian)", "string", "compound", "null"
  std::string storage;  // "contiguous", "chunked (10, 20), gzip, shuffle", "" for compact
  bool numeric = false;
  double min = 0, max = 0, mean = 0;  // over finite values; meaningful when numeric and finite_count > 0
  std::size_t finite_count = 0, nan_count = 0, inf_count = 0;
  std::string units;    // from the attribute `units`, else ""
  std::string problem;  // why it could not be read (missing filter), else ""
};

struct FileSummary {
  std::string file;
  std::string kind;  // "acquisitions", "geometry", "transducers", "scalar field", "optimisation loop", "HDF5", "SEG-Y",
                     // "npy", "text", "empty"
  std::string protocol;  // "0.1" or ""
  std::uint64_t bytes = 0;
  Space space;
  Time time;
  std::vector<int> shot_ids;  // numeric order
  std::size_t num_locations = 0;
  std::vector<DatasetSummary> datasets;  // in order of path; `info` prints the largest ones
  std::vector<std::string> remarks;      // "no trace data", "time is not known: give dt", ...
};

// Reads everything once, in pieces (bounded memory). Error(data) for a file that is none of the known kinds, truncated
// or empty.
FileSummary inspect(const std::string& file);

}  // namespace stride::io
