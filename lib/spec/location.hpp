// Where in a spec a value was written.
#pragma once

#include <string>

namespace stride::spec {

// Lines and columns count from 1; 0 means not known. `source` is the file as the user named it, or "--set #1".
struct Location {
  std::string source;
  int line = 0;
  int column = 0;
};

}  // namespace stride::spec
