// The values of one entry of a table (a loss, a constraint, a penalty, an optimiser), complete and within their ranges.
#pragma once

#include <string>
#include <vector>

#include "spec/key.hpp"
#include "spec/values.hpp"

namespace stride::optimisation {

// The values of `keys`, read again by their declaration: what `values` lacks takes its default, other keys of `values`
// are left out. `path` names the mapping in messages. Error(usage) when a value is out of range, or a required one is
// missing.
spec::Values own_values(const std::string& path, const std::vector<spec::Key>& keys, const spec::Values& values);

// Error(usage): there is no `kind` of that name; the nearest of `known` is told.
[[noreturn]] void throw_unknown(const std::string& kind, const std::string& name,
                                const std::vector<std::string>& known);

}  // namespace stride::optimisation
