#include "run/shot_selection.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/error.hpp"

using namespace stride;
using namespace stride::run;

namespace {

const std::vector<int> available{0, 2, 10, 11};

std::vector<int> chosen(const std::string& shots, const std::vector<int>& ids = available) {
  return keep_shots(ids, parse_shots(shots), available, "a.h5");
}

}  // namespace

TEST_CASE("shots are chosen by id and range, in numeric order, each once") {
  CHECK(keep_shots(available, {}, available, "a.h5") == available);
  CHECK(chosen("11,2") == std::vector<int>{2, 11});
  CHECK(chosen("1-10,10") == std::vector<int>{2, 10});
  CHECK(chosen("0-11", {2, 11}) == std::vector<int>{2, 11});
}

TEST_CASE("a shot that is not there is named, with those that are") {
  CHECK_THROWS_WITH_AS(chosen("1"), "a.h5: has no shot 1; it has 4 shots: 0, 2, 10, 11", Error);
  CHECK_THROWS_AS(chosen("3-9"), Error);
  CHECK_THROWS_AS(chosen("2", {0, 10}), Error);
}

TEST_CASE("a malformed --shots says what is wrong") {
  for (const char* text : {"", "a", "1,", "1-", "5-3", "1.5", "-3", "1 2"}) CHECK_THROWS_AS(parse_shots(text), Error);
  CHECK_THROWS_WITH_AS(parse_shots("5-3"), "--shots 5-3: the range '5-3' runs backwards; write 3-5", Error);
}
