#include "spec/overrides.hpp"

#include <doctest/doctest.h>

#include <string>

#include "core/error.hpp"
#include "read.hpp"

using namespace stride;
using namespace stride::spec;
using test::Outcome;
using test::read_rest;

namespace {

const char* const base =
    "space: {shape: [10, 12], spacing: 1 mm}\n"
    "transducers: default\n"
    "loop:\n"
    "  blocks:\n"
    "    - {f_max: 0.3e6, iterations: 8}\n";

Outcome with(const std::vector<Override>& overrides) {
  return read_rest(base, overrides);
}

}  // namespace

TEST_CASE("K=V is split at the first '='") {
  CHECK(parse_override("a.b=c=d", 1).key == "a.b");
  CHECK(parse_override("a.b=c=d", 1).value == "c=d");
  CHECK(parse_override(" a = 1", 1).key == "a");
  CHECK_THROWS_WITH_AS(parse_override("space.extra", 3), doctest::Contains("--set #3: 'space.extra' has no '='"),
                       Error);
  CHECK_THROWS_AS(parse_override("=3", 1), Error);
}

TEST_CASE("overrides replace, make mappings, and append") {
  const Outcome r = with({{"loop.blocks[0].f_max", "0.25 MHz"},
                          {"loop.blocks[1]", "{f_max: 0.4e6, iterations: 2}"},
                          {"run.memory", "2G"},
                          {"name", "no"},
                          {"space.extra", "[4, 5]"}});
  CHECK(r.text() == "");
  CHECK(r.spec.blocks.at(0).number("f_max") == 0.25e6);
  CHECK(r.spec.blocks.at(1).integer("iterations") == 2);
  CHECK(r.spec.run.memory_bytes == std::uint64_t{2} << 30);
  CHECK(r.spec.name == "no");
  CHECK(r.spec.space.extra == std::vector<std::size_t>{4, 5});
}

TEST_CASE("errors are labelled with the option, the caret under its text") {
  CHECK(with({{"name", "x"}, {"space.extra", "5 mm"}})
            .says("--set #2:1:13: error: space.extra: 'mm' is a unit of length; what is due is a number of cells "
                  "(cells)\n    space.extra=5 mm\n                ^\n"));
  CHECK(with({{"tiem.step", "1"}}).says("--set #1:1:1: error: tiem: unknown key; did you mean 'time'?"));
  CHECK(with({{"space.spacng", "1"}}).says("--set #1:1:7: error: space.spacng: unknown key; did you mean 'spacing'?"));
  CHECK(with({{"space.extra", "[1"}}).says("--set #1:1:13: error"));
  CHECK(with({{"space.extra", "  "}}).says("no value stands after '='"));
}

TEST_CASE("paths that lead nowhere are located errors and change nothing") {
  CHECK(
      with({{"transducers.file", "a.h5"}}).says("--set #1:1:13: error: transducers.file: the single value 'default'"));
  CHECK(with({{"loop.blocks[3].f_max", "1"}}).says("--set #1:1:12: error: loop.blocks[3]: the list has 1 entries"));
  CHECK(with({{"space[0]", "1"}}).says("no list here"));
  CHECK(with({{"loop.blocks.f_max", "1"}}).says("name an entry by its index"));
  for (const char* key :
       {"a..b", ".a", "a.", "a[", "a[x]", "a[-1]", "a[0", "a]", "a[0]b", "[0]", "a[99999999999999999999999]"}) {
    CAPTURE(key);
    const Outcome r = with({{key, "1"}});
    CHECK(r.diagnostics.error_count() == 1);
    CHECK(r.says("write a path like"));
  }
  CHECK(with({{"new.list[0].x.y[5]", "1"}}).diagnostics.error_count() == 1);
}

TEST_CASE("an override of an alias leaves what it refers to") {
  const Outcome r = read_rest("input: {folder: x}\nloop:\n  blocks:\n    - &b {iterations: 1, f_max: 2}\n    - *b\n",
                              {{"loop.blocks[1].f_max", "5"}});
  CHECK(r.text() == "");
  CHECK(r.spec.blocks.at(0).number("f_max") == 2);
  CHECK(r.spec.blocks.at(1).number("f_max") == 5);
}
