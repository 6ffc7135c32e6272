// Whole files of bytes: written beside their target, flushed, renamed.
#pragma once

#include <string>
#include <string_view>

namespace stride::io {

// Replaces a file of that name. Error(failed) names target and reason (full disk); what was there stays then.
void write_bytes(const std::string& target, std::string_view bytes);
// Error(data) when it cannot be read.
std::string read_bytes(const std::string& file);

}  // namespace stride::io
