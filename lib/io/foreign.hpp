// Files that are not HDF5: told apart by their first bytes, and described for `info`. Internal to io/.
#pragma once

#include <cstdint>
#include <string>

#include "io/inspect.hpp"

namespace stride::io {

struct FileHead {
  bool hdf5 = false;
  std::string kind;  // "SEG-Y", "npy", "text", or "" when it is none of these
};

// From the signature of HDF5 (which may stand behind a user block) or the first 4 kB. Error(data) when unreadable.
FileHead read_head(const std::string& file);

// Kind, shape and time axis of a SEG-Y file, from its 400-byte binary header (SEG-Y rev 1 and 2, big-endian).
FileSummary describe_segy(const std::string& file, std::uint64_t bytes);

// Shape, type and range of a NumPy .npy file (format 1.0 to 3.0).
FileSummary describe_npy(const std::string& file, std::uint64_t bytes);

}  // namespace stride::io
