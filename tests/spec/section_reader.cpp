#include "spec/section_reader.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

#include "spec/yaml_reader.hpp"

using namespace stride::spec;

namespace {

struct Read {
  Values values;
  Diagnostics diagnostics;
  std::string text() const { return diagnostics.render(false); }
  bool says(const std::string& what) const { return text().find(what) != std::string::npos; }
};

Read read(const std::string& text, const std::vector<Key>& keys, const std::vector<std::string>& ignored = {}) {
  Read out;
  out.diagnostics.add_source("f", text);
  const auto node = read_yaml(text, "f", out.diagnostics);
  REQUIRE(node != nullptr);
  out.values = read_section(*node, "s", keys, out.diagnostics, ignored);
  return out;
}

}  // namespace

TEST_CASE("values of every kind, and their defaults") {
  const Read r =
      read("b: true\ni: 1e3\nn: 0.5 MHz\nz: 8G\nt: no\nc: two\nl: [1, 2.5]\nm: 7\nw: auto\np: /data/dt\nx: {a: 1}\n",
           {boolean("b", ""), integer("i", Unit::none, ""), number("n", Unit::hertz, ""), size("z", ""), text("t", ""),
            choice("c", {"one", "two"}, ""), numbers("l", Unit::none, ""), integers("m", Unit::none, ""),
            integer("w", Unit::none, "").or_word("auto"), number("p", Unit::seconds, "").or_path_in_file(),
            node("x", ""), texts("d", "").by_default("[u, v]"), number("q", Unit::seconds, "").by_default("80 ns"),
            number("absent", Unit::none, "")});
  CHECK(r.text() == "");
  CHECK(r.values.boolean("b"));
  CHECK(r.values.integer("i") == 1000);
  CHECK(r.values.number("n") == 5e5);
  CHECK(r.values.integer("z") == std::int64_t{8} << 30);
  CHECK(r.values.text("t") == "no");
  CHECK(r.values.text("c") == "two");
  CHECK(r.values.numbers("l") == std::vector<double>{1, 2.5});
  CHECK(r.values.integers("m") == std::vector<std::int64_t>{7});
  CHECK(r.values.is_text("w"));
  CHECK_FALSE(r.values.maybe_integer("w").has_value());
  CHECK(r.values.text("p") == "/data/dt");
  CHECK(r.values.node("x").find("a")->scalar == "1");
  CHECK(r.values.texts("d") == std::vector<std::string>{"u", "v"});
  CHECK(r.values.number("q") == 80e-9);
  CHECK_FALSE(r.values.given("q"));
  CHECK(r.values.given("n"));
  CHECK(r.values.where("n").line == 3);
  CHECK_FALSE(r.values.has("absent"));
  CHECK_FALSE(r.values.maybe_number("absent").has_value());
}

TEST_CASE("unknown keys get the nearest name") {
  const std::vector<Key> keys{number("f_max", Unit::hertz, ""), boolean("zero_phase", "")};
  CHECK(read("f_mx: 3\n", keys).says("f:1:1: error: s.f_mx: unknown key; did you mean 'f_max'?"));
  CHECK(read("zero-phase: true\n", keys).says("did you mean 'zero_phase'?"));
  CHECK(read("colour: red\n", keys).says("unknown key; known here: f_max, zero_phase"));
  CHECK(
      read("zero_phase: true\nf_max:3\n", keys).says("f:2:1: error: s.f_max:3: unknown key; a space is due after ':'"));
  CHECK(read("other: 3\n", keys, {"other"}).diagnostics.all().empty());
  CHECK(read("pipelin: 3\n", keys, {"pipeline"}).says("did you mean 'pipeline'?"));
}

TEST_CASE("ranges state bound and value") {
  const auto says = [](const std::string& text, Key key, const std::string& what) {
    const Read r = read("k: " + text + "\n", {std::move(key)});
    CHECK(r.diagnostics.error_count() == 1);
    CHECK(r.says("f:1:4: error: s.k: " + what + "\n"));
  };
  says("0", number("k", Unit::hertz, "").above(0), "must be > 0, got 0");
  says("0 MHz", number("k", Unit::hertz, "").above(0), "must be > 0, got 0 MHz");
  says("-1", integer("k", Unit::none, "").at_least(0), "must be >= 0, got -1");
  says("2", number("k", Unit::none, "").at_most(1), "must be <= 1, got 2");
  says("1", number("k", Unit::none, "").below(1), "must be < 1, got 1");
  const Read r = read("k: [1, 0, -2]\n", {numbers("k", Unit::none, "").above(0)});
  CHECK(r.diagnostics.error_count() == 2);
  CHECK(r.says("f:1:8: error: s.k[1]: must be > 0, got 0"));
}

TEST_CASE("wrong kinds are errors that say what is due") {
  const auto says = [](const std::string& text, Key key, const std::string& what) {
    CAPTURE(text);
    const Read r = read("k: " + text + "\n", {std::move(key)});
    CHECK(r.diagnostics.error_count() == 1);
    CHECK(r.says(what));
    CHECK_FALSE(r.values.has("k"));
  };
  says("'3e5'", number("k", Unit::hertz, ""), "must be a number, got the text '3e5'; remove the quotes");
  says("\"true\"", boolean("k", ""), "must be true or false, got the text");
  says("no", boolean("k", ""), "must be true or false, got 'no'; write false");
  says("010", integer("k", Unit::none, ""), "write 10 (octal is not read)");
  says("[1]", number("k", Unit::none, ""), "must be a single value (number), got a list");
  says("{a: 1}", numbers("k", Unit::none, ""), "got a mapping");
  says("[[1]]", numbers("k", Unit::none, ""), "s.k[0]: must be a single value, got a list");
  says("[]", integers("k", Unit::none, ""), "is an empty list");
  says("~", number("k", Unit::none, ""), "has no value");
  says("", text("k", ""), "has no value");
  says("thre", choice("k", {"one", "two", "three"}, ""),
       "must be one of one, two, three, got 'thre'; did you mean 'three'?");
  says("many", integer("k", Unit::none, "").or_word("auto"), "(or the word auto)");
}

TEST_CASE("a wrong value falls back to its default, so that later checks can go on") {
  const Read r = read("k: -1\n", {number("k", Unit::none, "").above(0).by_default("0.75")});
  CHECK(r.diagnostics.error_count() == 1);
  CHECK(r.values.number("k") == 0.75);
  CHECK_FALSE(r.values.given("k"));
}

TEST_CASE("missing keys, and keys of other types") {
  const std::vector<Key> keys{choice("type", {"a", "b"}, "").by_default("a"),
                              number("x", Unit::none, "length").required().only_with("type", {"b"}),
                              number("y", Unit::none, "").by_default("2").only_with("type", {"a"})};
  CHECK(read("type: b\n", keys).says("f:1:1: error: s.x: is missing; add x (number; with type b; required): length"));
  CHECK(read("{}", keys).values.number("y") == 2);
  CHECK_FALSE(read("{type: b, x: 1}", keys).values.has("y"));
  const Read r = read("x: 1\n", keys);
  CHECK(r.says("f:1:1: error: s.x: does not go with type a, only with b; remove it"));
  // A mistyped type is one mistake, not three.
  CHECK(read("{type: c, x: 1, y: 1}", keys).diagnostics.error_count() == 1);
}

TEST_CASE("paths expand ~ and ${VAR}") {
  ::setenv("STRIDE_TEST_FOLDER", "/some/where", 1);
  ::unsetenv("STRIDE_TEST_NONE");
  const std::vector<Key> keys{path("k", "")};
  CHECK(read("k: ${STRIDE_TEST_FOLDER}/a.h5\n", keys).values.text("k") == "/some/where/a.h5");
  CHECK(read("k: ~/a.h5\n", keys).values.text("k") == std::string(std::getenv("HOME")) + "/a.h5");
  CHECK(read("k: a~b$c\n", keys).values.text("k") == "a~b$c");
  CHECK(read("k: ${STRIDE_TEST_NONE}/a\n", keys)
            .says("f:1:4: error: s.k: the environment variable 'STRIDE_TEST_NONE' is not set"));
  CHECK(read("k: ${STRIDE_TEST_FOLDER/a\n", keys).says("'${' without its '}'"));
  CHECK(read("k: ''\n", keys).says("empty name"));
}

TEST_CASE("bugs are logic errors that name the key") {
  const Read r = read("k: 1\n", {number("k", Unit::none, "")});
  CHECK_THROWS_WITH_AS(r.values.text("k"), doctest::Contains("'k'"), std::logic_error);
  CHECK_THROWS_WITH_AS(r.values.number("other"), doctest::Contains("'other'"), std::logic_error);
  CHECK_THROWS_AS(read("{}", {number("k", Unit::none, "").above(0).by_default("0")}), std::logic_error);
}

TEST_CASE("values are written as a spec would have them") {
  const Read r =
      read("a: 3e5\nb: 'no'\nc: [1, 0.5]\nd: true\ne: {x: [1, 'a b']}\n",
           {number("a", Unit::none, ""), text("b", ""), numbers("c", Unit::none, ""), boolean("d", ""), node("e", "")});
  CHECK(r.values.written("a") == "300000");
  CHECK(r.values.written("b") == "\"no\"");
  CHECK(r.values.written("c") == "[1, 0.5]");
  CHECK(r.values.written("d") == "true");
  CHECK(r.values.written("e") == "{x: [1, \"a b\"]}");
  CHECK(r.values.keys() == std::vector<std::string>{"a", "b", "c", "d", "e"});
}
