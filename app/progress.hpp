// The progress line: only on a terminal, redrawn at most ten times a second.
#pragma once

#include <chrono>
#include <string>

#include "run/forward.hpp"
#include "run/invert.hpp"
#include "run/process.hpp"

namespace stride::app {

class ProgressLine {
 public:
  explicit ProgressLine(bool off);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  bool on() const { return on_; }
  void show(const run::Progress& progress);
  void show(const run::ForwardProgress& progress);
  void show(const run::InvertProgress& progress);
  void clear();

 private:
  bool is_time();
  void draw(const std::string& text);

  bool on_ = false;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace stride::app
