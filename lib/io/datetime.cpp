#include "io/datetime.hpp"

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <ctime>

#include "core/error.hpp"
#include "core/log.hpp"

namespace stride::io {

std::string reproducible_datetime() {
  std::int64_t seconds = 0;
  if (const char* given = std::getenv("SOURCE_DATE_EPOCH"); given != nullptr) {
    const std::string text = given;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    // 253402300799 is the last second of the year 9999.
    if (problem != std::errc() || end != text.data() + text.size() || seconds < 0 || seconds > 253402300799)
      throw Error(ErrorKind::usage, "SOURCE_DATE_EPOCH",
                  "\"" + printable(text) + "\" is no number of seconds since 1970", "unset it or give a whole number");
  }
  const std::time_t moment = seconds;
  std::tm utc = {};
  gmtime_r(&moment, &utc);
  char text[40];
  std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S.000000", &utc);
  return text;
}

}  // namespace stride::io
