#include "run/notes.hpp"

#include <algorithm>

namespace stride::run {

void NoteCounter::add(const pipelines::Report& report) {
  for (const pipelines::Note& note : report.notes) {
    const auto same = std::find_if(notes_.begin(), notes_.end(), [&](const CountedNote& known) {
      return known.step == note.step && known.role == note.role && known.text == note.text;
    });
    CountedNote& counted = same != notes_.end()
                               ? *same
                               : notes_.emplace_back(CountedNote{note.step, note.role, note.text,
                                                                 note.level == pipelines::Note::Level::warning, 0, 0});
    counted.count += note.count;
    ++counted.shots;
  }
}

}  // namespace stride::run
