// `--set K=V`: edits of the tree before it is validated.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "spec/diagnostics.hpp"
#include "spec/node.hpp"
#include "spec/spec.hpp"

namespace stride::spec {

// Applies them in order. Mappings on the way are made where they are missing; [n] with n the list's length appends.
// Problems are labelled "--set #1" and so on; an option with a problem changes nothing.
void apply_overrides(Node& root, const std::vector<Override>& overrides, Diagnostics& diagnostics);

}  // namespace stride::spec
