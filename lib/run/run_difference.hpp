// What tells two runs apart.
#pragma once

#include <string>
#include <vector>

#include "io/provenance.hpp"

namespace stride::run {

// In words: "physics.kernel is OT2 there and OT4 here", "the input vp.h5 has other content". Empty when they are one
// and the same. What was quarantined does not count.
std::vector<std::string> differences(const io::Provenance& there, const io::Provenance& here);
// The first of them, or "".
std::string difference(const io::Provenance& there, const io::Provenance& here);

}  // namespace stride::run
