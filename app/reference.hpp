// Declared keys as text and JSON, for `spec` and `steps`.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "spec/key.hpp"

namespace stride::app {

// One paragraph a key: name, type, unit, range, default, meaning.
std::string keys_text(const std::vector<spec::Key>& keys);
nlohmann::ordered_json keys_json(const std::vector<spec::Key>& keys);

}  // namespace stride::app
