#include "app/quarantine.hpp"

#include <fmt/format.h>

namespace stride::app {

nlohmann::ordered_json quarantine_json(const std::vector<io::Quarantined>& shots) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const io::Quarantined& shot : shots)
    list.push_back({{"shot", shot.shot_id}, {"code", shot.code}, {"reason", shot.reason}});
  return list;
}

std::string quarantine_text(const std::vector<io::Quarantined>& shots) {
  std::string text;
  for (const io::Quarantined& shot : shots) text += fmt::format("  left out shot {} ({})\n", shot.shot_id, shot.code);
  return text;
}

}  // namespace stride::app
