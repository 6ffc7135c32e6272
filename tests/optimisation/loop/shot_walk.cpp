#include "optimisation/loop/shot_walk.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "core/error.hpp"
#include "spec/spec.hpp"

using namespace stride;
using namespace stride::optimisation;

namespace {

using Ids = std::vector<int>;
using Groups = std::vector<Ids>;

const Ids eight{10, 11, 12, 13, 14, 15, 16, 17};

ShotWalk walk(const std::string& selection, const Ids& ids = eight, std::int64_t seed = 0, std::size_t block = 0) {
  spec::Diagnostics diagnostics;
  const spec::Spec spec =
      spec::read_spec_text("version: 1\nname: a\nselect_shots: " + selection + "\n", "spec.yaml", "/", {}, diagnostics);
  CHECK_MESSAGE(!diagnostics.has_errors(), diagnostics.render(false));
  return {spec.select_shots, ids, seed, block};
}

Groups first(const ShotWalk& walk, std::size_t count) {
  Groups groups;
  for (std::size_t n = 0; n < count; ++n) groups.push_back(walk.shots(n));
  return groups;
}

std::string refusal(const std::string& selection, const Ids& ids = eight) {
  try {
    walk(selection, ids);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::data);
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("shot walk: without a selection every iteration takes all shots, in numeric order") {
  const ShotWalk all({}, {5, 2, 9}, 0, 0);
  CHECK(all.groups() == 1);
  CHECK(all.largest_group() == 3);
  CHECK(first(all, 2) == Groups{{2, 5, 9}, {2, 5, 9}});
}

TEST_CASE("shot walk: num goes through all shots in order, the last group is short, and then it begins again") {
  const ShotWalk three = walk("{num: 3}");
  CHECK(three.groups() == 3);
  CHECK(three.largest_group() == 3);
  CHECK(first(three, 4) == Groups{{10, 11, 12}, {13, 14, 15}, {16, 17}, {10, 11, 12}});
  CHECK(walk("{num: 8}").groups() == 1);
}

TEST_CASE("shot walk: every takes each so many-th shot, and the next group begins one later") {
  const ShotWalk every = walk("{every: 3}");
  CHECK(every.groups() == 3);
  CHECK(every.largest_group() == 3);
  CHECK(first(every, 4) == Groups{{10, 13, 16}, {11, 14, 17}, {12, 15}, {10, 13, 16}});
  CHECK(first(walk("{every: 3, num: 2}"), 6) == Groups{{10, 13}, {16}, {11, 14}, {17}, {12, 15}, {10, 13}});
  // More than there are shots: one at a time.
  CHECK(first(walk("{every: 20}", {1, 2}), 3) == Groups{{1}, {2}, {1}});
}

TEST_CASE("shot walk: start, end and shot_ids narrow the choice") {
  CHECK(walk("{start: 2, end: 5}").shots(0) == Ids{12, 13, 14});
  CHECK(walk("{start: 6}").shots(3) == Ids{16, 17});
  CHECK(first(walk("{end: 4, every: 2}"), 2) == Groups{{10, 12}, {11, 13}});
  CHECK(walk("{shot_ids: [17, 11]}").shots(0) == Ids{11, 17});
  CHECK(first(walk("{shot_ids: [17, 11, 13], num: 2}"), 2) == Groups{{11, 13}, {17}});
}

TEST_CASE("shot walk: randomly takes every shot once per round, in sorted groups") {
  Ids many;
  for (int id = 0; id < 50; ++id) many.push_back(3 * id);
  const ShotWalk random = walk("{num: 7, randomly: true}", many, 4);
  REQUIRE(random.groups() == 8);
  std::set<Ids> first_groups;
  for (std::size_t round = 0; round < 20; ++round) {
    Ids seen;
    for (std::size_t g = 0; g < 8; ++g) {
      const Ids group = random.shots(8 * round + g);
      CHECK(group.size() == (g == 7 ? 1 : 7));
      CHECK(std::is_sorted(group.begin(), group.end()));
      seen.insert(seen.end(), group.begin(), group.end());
    }
    std::sort(seen.begin(), seen.end());
    CHECK(seen == many);
    first_groups.insert(random.shots(8 * round));
  }
  CHECK(first_groups.size() == 20);
}

TEST_CASE("shot walk: the order depends on seed, block and round alone") {
  Ids many;
  for (int id = 0; id < 50; ++id) many.push_back(id);
  const std::string selection = "{num: 10, randomly: true}";
  const Ids shots = walk(selection, many, 4, 1).shots(3);
  // Asked for first, or after others.
  const ShotWalk again = walk(selection, many, 4, 1);
  again.shots(17);
  CHECK(again.shots(3) == shots);
  CHECK(walk(selection, many, 5, 1).shots(3) != shots);
  CHECK(walk(selection, many, 4, 2).shots(3) != shots);
  // Where shots are offset each offset has an order of its own, of its own shots.
  const ShotWalk offset = walk("{num: 25, every: 2, randomly: true}", many, 4, 1);
  REQUIRE(offset.groups() == 2);
  CHECK(offset.shots(0).front() == 0);
  CHECK(offset.shots(1).front() == 1);
}

TEST_CASE("shot walk: a selection that cannot be met says where and why") {
  CHECK(refusal("{shot_ids: [11, 99]}") ==
        "spec.yaml:3:26: select_shots.shot_ids: there is no shot 99; this run has 8 shots, 10 to 17");
  CHECK(refusal("{num: 9}") == "spec.yaml:3:21: select_shots.num: asks for 9 shots, and there are 8; give 8 or less");
  CHECK(refusal("{start: 3, end: 5, num: 3}").find("asks for 3 shots, and there are 2") != std::string::npos);
  CHECK(refusal("{start: 8}").find("select_shots.start: is 8, but this run has 8 shots; positions count from 0") !=
        std::string::npos);
  CHECK(refusal("{end: 9}").find("select_shots.end: is 9, but this run has 8 shots; give 8 or less") !=
        std::string::npos);
  CHECK(refusal("{num: 1}", {}) == "there is no shot to select from");
}
