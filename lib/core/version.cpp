#include "core/version.hpp"

#include "core/version_number.hpp"

namespace stride {

const char* version() {
  return STRIDE_VERSION;
}

}  // namespace stride
