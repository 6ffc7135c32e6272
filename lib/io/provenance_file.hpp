// The provenance that a result carries, read back.
#pragma once

#include <optional>
#include <string>

#include "io/provenance.hpp"

namespace stride::io {

// What `file` says of how it was made; nullopt where it says nothing. Error(data): no HDF5 file, or damaged.
std::optional<Provenance> read_provenance(const std::string& file);

}  // namespace stride::io
