// What can be wrong with a spec's text before it is YAML.
#pragma once

#include <string>

#include "spec/diagnostics.hpp"

namespace stride::spec {

// False, with diagnostics, for bytes that are not UTF-8, control characters, tabs in the indentation, and
// brackets without end.
bool check_text(const std::string& text, const std::string& source, int first_column, Diagnostics& diagnostics);

}  // namespace stride::spec
