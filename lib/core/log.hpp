// The log: to stderr (level by -q, -v, -vv) and, on request, to a file that always has everything.
#pragma once

#include <spdlog/spdlog.h>

#include <string>

namespace stride {

enum class Verbosity { quiet, normal, verbose, debug };

// Sets up the default logger. `file` may be empty. Throws Error(usage) when the file cannot be opened.
void start_log(Verbosity verbosity, const std::string& file, bool colour);

// A text that may hold control characters (file names, dataset names) made safe to print on a terminal.
std::string printable(const std::string& text);

}  // namespace stride
