// Arrays of one number type as another.
#pragma once

#include <type_traits>

#include "core/array.hpp"

namespace stride {

// Rounded to `To`; the array itself where that is its type.
template <class To, class From>
Array<To> converted(Array<From> from) {
  if constexpr (std::is_same_v<To, From>) {
    return from;
  } else {
    Array<To> to = Array<To>::uninitialised(from.shape());
    for (std::size_t n = 0; n < from.size(); ++n) to[n] = static_cast<To>(from[n]);
    return to;
  }
}

}  // namespace stride
