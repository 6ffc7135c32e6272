// Counts what the steps remark over all shots, so that each remark is made once.
#pragma once

#include <vector>

#include "pipelines/step.hpp"
#include "run/process.hpp"

namespace stride::run {

// One thread at a time.
class NoteCounter {
 public:
  void add(const pipelines::Report& report);
  // In order of first appearance.
  std::vector<CountedNote> take() { return std::move(notes_); }

 private:
  std::vector<CountedNote> notes_;
};

}  // namespace stride::run
