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
  if (progress.shots_done == 0 || !is_time()) return;
  const double left = progress.seconds / static_cast<double>(progress.shots_done) *
                      static_cast<double>(progress.shots_total - progress.shots_done);
  const double rate = progress.seconds > 0 ? static_cast<double>(progress.bytes_done) / 1e6 / progress.seconds : 0;
  draw(fmt::format("shots {}/{}  {:.0f} MB/s  {:.0f} s left", progress.shots_done, progress.shots_total, rate, left));
}

void ProgressLine::show(const run::ForwardProgress& progress) {
  if (progress.points_done <= 0 || progress.seconds <= 0 || !is_time()) return;
  const double left = progress.seconds * (progress.points_total / progress.points_done - 1);
  draw(fmt::format("shots {}/{}  {:.0f} %  {:.2f} GPts/s  {:.0f} s left", progress.shots_done, progress.shots_total,
                   100 * progress.points_done / progress.points_total, progress.points_done / progress.seconds / 1e9,
                   left > 0 ? left : 0));
}

void ProgressLine::show(const run::InvertProgress& progress) {
  if (!is_time()) return;
  std::string text = fmt::format("iteration {}/{}  block {}/{}  ", progress.iteration + 1, progress.iterations_total,
                                 progress.block + 1, progress.blocks_total);
  if (!progress.pass.empty()) text += progress.pass + "  ";
  text += fmt::format("shots {}/{}", progress.shots_done, progress.shots_total);
  if (progress.loss) text += fmt::format("  last loss {:.6g}", *progress.loss);
  if (progress.seconds_left > 0) text += fmt::format("  {:.0f} s left", progress.seconds_left);
  draw(text);
}

bool ProgressLine::is_time() {
  const auto now = std::chrono::steady_clock::now();
  if (!on_ || (shown_ && now - last_ < std::chrono::milliseconds(100))) return false;
  last_ = now;
  return true;
}

void ProgressLine::draw(const std::string& text) {
  shown_ = true;
  std::fputs(("\r\033[K" + text).c_str(), stderr);
  std::fflush(stderr);
}

void ProgressLine::clear() {
  if (shown_) std::fputs("\r\033[K", stderr);
  shown_ = false;
}

}  // namespace stride::app
