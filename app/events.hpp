// `--events FILE`: one JSON object a line.
#pragma once

#include <fstream>
#include <string>

#include "run/process.hpp"

namespace stride::app {

// One thread at a time. Error(usage) when the file cannot be made.
class EventFile {
 public:
  explicit EventFile(const std::string& file);
  void write(const run::Event& event);

 private:
  std::ofstream out_;
};

}  // namespace stride::app
