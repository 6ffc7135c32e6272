// Writes `<name>-Geometry.h5` and `<name>-Transducers.h5`: protocol 0.1, in the new form, atomically, with provenance.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/space.hpp"
#include "io/provenance.hpp"

namespace stride::io {

// Locations are m from node 0 of the inner domain, one number per axis, at least one location. The layout keeps
// coordinates in single precision; all locations belong to transducer 0. Errors as for AcquisitionsWriter.
void write_geometry(const std::string& target, bool overwrite, const std::map<int, std::vector<double>>& locations,
                    const Space& space, const Time& time, const Provenance& provenance);

// The one point transducer (id 0) that every location has.
void write_transducers(const std::string& target, bool overwrite, const Space& space, const Time& time,
                       const Provenance& provenance);

}  // namespace stride::io
