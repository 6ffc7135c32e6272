#include "run/shot_selection.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/error.hpp"

using namespace stride;
using namespace stride::run;

namespace {

const std::vector<int> available{0, 2, 10, 11};

std::vector<int> chosen(const std::string& shots, const ShotSelection& selection = {}) {
  return select_shots(available, selection, shots.empty() ? std::vector<IdRange>{} : parse_shots(shots), "a.h5");
}

}  // namespace

TEST_CASE("shots are chosen by id and range, in numeric order, each once") {
  CHECK(chosen("") == available);
  CHECK(chosen("11,2") == std::vector<int>{2, 11});
  CHECK(chosen("1-10,10") == std::vector<int>{2, 10});
}

TEST_CASE("shots are chosen by position") {
  ShotSelection selection;
  selection.every = 2;
  CHECK(chosen("", selection) == std::vector<int>{0, 10});
  selection.start = 1;
  CHECK(chosen("", selection) == std::vector<int>{2, 11});
  selection.num = 1;
  CHECK(chosen("", selection) == std::vector<int>{2});
  ShotSelection ends;
  ends.end = 2;
  CHECK(chosen("", ends) == std::vector<int>{0, 2});
}

TEST_CASE("a shot that is not there is named, with those that are") {
  CHECK_THROWS_WITH_AS(chosen("1"), "a.h5: has no shot 1; it has 4 shots: 0, 2, 10, 11", Error);
  CHECK_THROWS_AS(chosen("3-9"), Error);
  ShotSelection selection;
  selection.shot_ids = std::vector<int>{};
  CHECK_THROWS_AS(chosen("", selection), Error);
}

TEST_CASE("a malformed --shots says what is wrong") {
  for (const char* text : {"", "a", "1,", "1-", "5-3", "1.5", "-3", "1 2"}) CHECK_THROWS_AS(parse_shots(text), Error);
  CHECK_THROWS_WITH_AS(parse_shots("5-3"), "--shots 5-3: the range '5-3' runs backwards; write 3-5", Error);
}
