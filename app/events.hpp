// `--events FILE`: one JSON object a line.
#pragma once

#include <fstream>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "run/process.hpp"

namespace stride::app {

// One thread at a time. Error(usage) when the file cannot be made.
class EventFile {
 public:
  explicit EventFile(const std::string& file);
  void write(const run::Event& event);
  // `rest` is an object, whose keys follow the kind of event.
  void write_line(const std::string& kind, const nlohmann::ordered_json& rest);

 private:
  std::ofstream out_;
};

}  // namespace stride::app
