#include "app/progress.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "app/print.hpp"

namespace stride::app {

ProgressLine::ProgressLine(bool off) : on_(!off && stderr_is_terminal()) {}

ProgressLine::~ProgressLine() {
  clear();
}

void ProgressLine::show(const run::Progress& progress) {
  const auto now = std::chrono::steady_clock::now();
  if (!on_ || progress.shots_done == 0 || (shown_ && now - last_ < std::chrono::milliseconds(100))) return;
  last_ = now;
  shown_ = true;
  const double left = progress.seconds / static_cast<double>(progress.shots_done) *
                      static_cast<double>(progress.shots_total - progress.shots_done);
  const double rate = progress.seconds > 0 ? static_cast<double>(progress.bytes_done) / 1e6 / progress.seconds : 0;
  std::fputs(fmt::format("\r\033[Kshots {}/{}  {:.0f} MB/s  {:.0f} s left", progress.shots_done, progress.shots_total,
                         rate, left)
                 .c_str(),
             stderr);
  std::fflush(stderr);
}

void ProgressLine::clear() {
  if (shown_) std::fputs("\r\033[K", stderr);
  shown_ = false;
}

}  // namespace stride::app
