// The moment that results carry, chosen so that equal runs give equal files. Internal to io/.
#pragma once

#include <string>

namespace stride::io {

// $SOURCE_DATE_EPOCH (seconds since 1970, UTC) as "2026-11-30 11:11:16.000000"; without it "1970-01-01
// 00:00:00.000000". Error(usage) when the variable is no whole number. See reproducible-builds.org/specs.
std::string reproducible_datetime();

}  // namespace stride::io
