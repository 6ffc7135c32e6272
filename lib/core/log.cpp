#include "core/log.hpp"

#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <fmt/format.h>

#include <memory>
#include <vector>

#include "core/error.hpp"

namespace stride {

void start_log(Verbosity verbosity, const std::string& file, bool colour) {
  const auto mode = colour ? spdlog::color_mode::always : spdlog::color_mode::never;
  auto terminal = std::make_shared<spdlog::sinks::stderr_color_sink_mt>(mode);
  terminal->set_pattern("%^%l%$: %v");
  switch (verbosity) {
    case Verbosity::quiet:
      terminal->set_level(spdlog::level::err);
      break;
    case Verbosity::normal:
      terminal->set_level(spdlog::level::warn);
      break;
    case Verbosity::verbose:
      terminal->set_level(spdlog::level::info);
      break;
    case Verbosity::debug:
      terminal->set_level(spdlog::level::debug);
      break;
  }
  std::vector<spdlog::sink_ptr> sinks{terminal};
  if (!file.empty()) {
    try {
      auto sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(file, true);
      sink->set_pattern("%Y-%m-%d %H:%M:%S.%e %l: %v");
      sinks.push_back(sink);
    } catch (const spdlog::spdlog_ex& e) {
      throw Error(ErrorKind::usage, file, std::string("cannot write the log: ") + e.what(), "give another --log FILE");
    }
  }
  auto logger = std::make_shared<spdlog::logger>("stride-cli", sinks.begin(), sinks.end());
  logger->set_level(spdlog::level::debug);
  logger->flush_on(spdlog::level::info);
  spdlog::set_default_logger(logger);
}

std::string printable(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    out += byte < 0x20 || byte == 0x7f ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
  }
  return out;
}

}  // namespace stride
