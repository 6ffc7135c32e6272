// What kinds of transducers there are: `<project>-Transducers.h5`.
#pragma once

#include <map>
#include <string>

namespace stride::io {

// Id to type ("point_transducer"). Error(data) naming file and HDF5 path: no such list, an empty one, a transducer
// without a type, two with one id.
std::map<int, std::string> read_transducers(const std::string& file);

}  // namespace stride::io
