// How every verb tells of the shots that were left out.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "io/provenance.hpp"

namespace stride::app {

nlohmann::ordered_json quarantine_json(const std::vector<io::Quarantined>& shots);
// A line for each.
std::string quarantine_text(const std::vector<io::Quarantined>& shots);

}  // namespace stride::app
