// "Did you mean ...?" for mistyped names.
#pragma once

#include <string>
#include <vector>

namespace stride {

// The known name nearest to `name` by edit distance (case and -/_ count less), or "" when none is near enough to
// suggest.
std::string closest_match(const std::string& name, const std::vector<std::string>& known);

}  // namespace stride
