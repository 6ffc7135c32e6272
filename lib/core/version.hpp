#pragma once

namespace stride {

// "0.1.0", from the top-level CMakeLists.txt.
const char* version();

}  // namespace stride
