// Paths of reference data that is not part of the project; tests that need it are skipped, and say so, where it is
// absent.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace stride::test {

// Folder with reference data: $STRIDE_SHARED, else ../shared beside the source folder; "" when there is none.
inline std::string shared_folder() {
  const char* given = std::getenv("STRIDE_SHARED");
  const std::filesystem::path folder =
      given != nullptr ? std::filesystem::path(given) : std::filesystem::path("../shared");
  return std::filesystem::is_directory(folder) ? folder.string() : "";
}

}  // namespace stride::test

// At the start of a test case: leaves it, with a message, where the reference data is absent.
#define STRIDE_NEEDS_SHARED()                                            \
  do {                                                                   \
    if (stride::test::shared_folder().empty()) {                         \
      MESSAGE("skipped: no folder ../shared (set STRIDE_SHARED to it)"); \
      return;                                                            \
    }                                                                    \
  } while (false)
