// Reads one mapping of a spec by its declared keys.
#pragma once

#include <string>
#include <vector>

#include "spec/diagnostics.hpp"
#include "spec/key.hpp"
#include "spec/node.hpp"
#include "spec/values.hpp"

namespace stride::spec {

// Every problem (unknown key with the nearest known name, wrong type, value out of range, missing key, bad unit) goes
// to `diagnostics` with its place; what could be read is returned, defaults filled in. `path` is the dotted path of the
// mapping. Keys in `ignored` are neither read nor complained of.
Values read_section(const Node& mapping, const std::string& path, const std::vector<Key>& keys,
                    Diagnostics& diagnostics, const std::vector<std::string>& ignored = {});

// One value by one key, as read_section does it; false (and a diagnostic) when it is not admissible.
bool read_value(const Node& node, const std::string& path, const Key& key, Diagnostics& diagnostics,
                Values::Value& value);

}  // namespace stride::spec
