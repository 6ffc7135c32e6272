// Which locations the solver can serve: those in the inner domain, its faces included.
#pragma once

#include <set>

#include "core/error.hpp"
#include "core/space.hpp"
#include "problem/geometry.hpp"
#include "spec/diagnostics.hpp"

namespace stride::problem {

// `geometry` with coordinates that differ from a face by no more than rounding moved onto it: those within 1e-9 of the
// axis' length, and those that are the face's coordinate in single precision, which geometry files hold.
Geometry on_faces(const Geometry& geometry, const Space& space);

// Every one of `ids` that has a location must lie in [0, (shape - 1)*spacing] on each axis, with one coordinate per
// axis: else an error of `kind` at `where` that names the first such id, its coordinates, the limits, and how many more
// there are.
void check_inside(const Geometry& geometry, const std::set<int>& ids, const Space& space, const spec::Location& where,
                  ErrorKind kind, spec::Diagnostics& diagnostics);

// The ids of all locations.
std::set<int> all_ids(const Geometry& geometry);

}  // namespace stride::problem
