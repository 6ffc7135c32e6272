#include "run/notes.hpp"

#include <doctest/doctest.h>

using namespace stride;
using pipelines::Note;

TEST_CASE("the same remark over several shots is one, with its counts summed") {
  run::NoteCounter counter;
  counter.add(
      {{{Note::Level::info, "agc", "observed", "guarded traces", 2}, {Note::Level::warning, "clip", "", "other", 1}}});
  counter.add({{{Note::Level::info, "agc", "observed", "guarded traces", 3}}});
  counter.add({{{Note::Level::info, "agc", "modelled", "guarded traces", 1}}});
  const auto notes = counter.take();
  REQUIRE(notes.size() == 3);
  CHECK(notes[0].count == 5);
  CHECK(notes[0].shots == 2);
  CHECK(notes[1].warning);
  CHECK(notes[2].role == "modelled");
}
