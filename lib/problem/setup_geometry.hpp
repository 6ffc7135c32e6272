// From the `geometry:` and `transducers:` of a spec to where transducers stand.
#pragma once

#include <optional>

#include "problem/geometry.hpp"
#include "spec/diagnostics.hpp"
#include "spec/spec.hpp"

namespace stride::problem {

// A file, points, or an arrangement on spec.space; locations of the latter two are numbered from 0, and all of them
// must lie in the inner domain (of a file only those that a shot uses: see check_inside). Coordinates are on_faces().
// nullopt, with the reason in `diagnostics` (or there already, from reading the spec), when there is none.
std::optional<Geometry> setup_geometry(const spec::Spec& spec, spec::Diagnostics& diagnostics);

// Where the spec says what the locations are: for what is wrong with them.
spec::Location geometry_where(const spec::Spec& spec);

// A file of transducers must hold point transducers only: another type is an error that names it. Returns the file, ""
// for the default.
std::string check_transducers(const spec::Spec& spec, spec::Diagnostics& diagnostics);

}  // namespace stride::problem
