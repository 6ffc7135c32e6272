// Locations of transducers, old and new forms of `<project>-Geometry.h5`.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/space.hpp"

namespace stride::io {

struct GeometryFile {
  std::map<int, std::vector<double>> locations;  // id -> coordinates in m from node 0 of the inner domain
  Space space;
};

// Error(data) naming file and HDF5 path: two locations with one id, a row number outside the table, wrong rank.
GeometryFile read_geometry(const std::string& file);

}  // namespace stride::io
