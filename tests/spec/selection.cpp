#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "read.hpp"

using namespace stride;
using namespace stride::spec;
using test::read_rest;

namespace {

std::vector<int> pick(const std::string& selection, const std::vector<int>& ids, std::int64_t seed = 0) {
  const auto r = read_rest("select_shots: " + selection + "\n");
  CHECK(r.text() == "");
  return pick_shots(r.spec.select_shots, ids, seed);
}

const std::vector<int> ids{0, 10, 11, 2};  // as HDF5 lists them

}  // namespace

TEST_CASE("shots are picked in numeric order, by position") {
  CHECK(pick_shots(Values(), ids, 0) == std::vector<int>{0, 2, 10, 11});
  CHECK(pick("{start: 1}", ids) == std::vector<int>{2, 10, 11});
  CHECK(pick("{start: 1, end: 3}", ids) == std::vector<int>{2, 10});
  CHECK(pick("{every: 2}", ids) == std::vector<int>{0, 10});
  CHECK(pick("{start: 1, every: 2, num: 1}", ids) == std::vector<int>{2});
  CHECK(pick("{num: 9}", ids) == std::vector<int>{0, 2, 10, 11});
  CHECK(pick("{every: 9223372036854775807}", ids) == std::vector<int>{0});
  CHECK(pick("{shot_ids: [11, 0]}", ids) == std::vector<int>{0, 11});
  CHECK(pick("{shot_ids: [11, 0, 2], num: 2}", ids) == std::vector<int>{0, 2});
}

TEST_CASE("a random pick is repeatable, sorted, and depends on the seed") {
  std::vector<int> many(100);
  for (int i = 0; i < 100; ++i) many[static_cast<std::size_t>(i)] = i;
  const auto a = pick("{num: 10, randomly: true}", many, 1);
  CHECK(a == pick("{num: 10, randomly: true}", many, 1));
  CHECK(a != pick("{num: 10, randomly: true}", many, 2));
  CHECK(a.size() == 10);
  CHECK(std::is_sorted(a.begin(), a.end()));
  CHECK(std::adjacent_find(a.begin(), a.end()) == a.end());
}

TEST_CASE("an id that is not there is named, and so is a selection of nothing") {
  CHECK_THROWS_WITH_AS(pick("{shot_ids: [0, 1]}", ids), doctest::Contains("there is no shot 1"), Error);
  CHECK_THROWS_WITH_AS(pick("{start: 4}", ids), doctest::Contains("picks none of the 4 shots"), Error);
}

TEST_CASE("selections that make no sense are refused") {
  const auto says = [](const std::string& selection, const std::string& what) {
    CAPTURE(selection);
    const auto r = read_rest("select_shots: " + selection + "\n");
    CHECK(r.diagnostics.error_count() == 1);
    CHECK(r.says(what));
  };
  says("{shot_ids: []}", "select_shots.shot_ids: is an empty list");
  says("{shot_ids: [1, 1]}", "names shot 1 twice");
  says("{shot_ids: [-1]}", "must be >= 0, got -1");
  says("{shot_ids: [3000000000]}", "ids go up to");
  says("{shot_ids: [1], start: 0}", "does not go with shot_ids");
  says("{start: 3, end: 3}", "must be above start (3), got 3");
  says("{randomly: true}", "needs `num`");
  says("{num: 0}", "must be >= 1, got 0");
}
