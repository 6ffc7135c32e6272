// Time by the clock that no one sets.
#pragma once

#include <chrono>

namespace stride {

inline double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace stride
