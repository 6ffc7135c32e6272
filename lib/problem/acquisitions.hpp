// Which locations fire and listen in each shot.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "io/trace_source.hpp"
#include "problem/geometry.hpp"
#include "problem/shot.hpp"
#include "spec/diagnostics.hpp"
#include "spec/spec.hpp"

namespace stride::problem {

struct Acquisitions {
  std::vector<Shot> shots;                  // in numeric order of their ids, without wavelets
  std::shared_ptr<io::TraceSource> source;  // the file that they came from; nullptr when the spec lists them
  std::string origin = "acquisitions";      // that file, for messages

  std::vector<int> ids() const;
  // The locations that fire in any shot.
  std::set<int> source_ids() const;
};

// `acquisitions:` of the spec. default, or lists: each source fires once in a shot of its own id, and all receivers
// listen, the source itself included. A file: its shots, with what is observed already. Problems go to `diagnostics`:
// an id without a location, an id given twice, a shot without sources or receivers, a file on another grid or time axis
// than the spec's (both named). `geometry` may be nullptr where it could not be read: lists need it then.
std::optional<Acquisitions> setup_acquisitions(const spec::Spec& spec, const Geometry* geometry,
                                               spec::Diagnostics& diagnostics);

// The locations that fire or listen in `shots`.
std::set<int> used_ids(const std::vector<Shot>& shots);

}  // namespace stride::problem
