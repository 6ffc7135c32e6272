#include "spec/diagnostics.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace stride;
using namespace stride::spec;

TEST_CASE("rendered in order of file, line and column, with the line and a caret") {
  Diagnostics d;
  d.add_source("a.yaml", "x: 1\n\ty: \xC2\xB5 2\n");
  d.add_source("--set #2", "k=v");
  d.error({"--set #10", 1, 1}, "z", "last");
  d.error({"--set #2", 1, 3}, "k", "third");
  d.error({"a.yaml", 2, 8}, "y", "second");
  d.error({"a.yaml", 1, 4}, "x", "first, and what would be right");
  CHECK(d.render(false) ==
        "a.yaml:1:4: error: x: first, and what would be right\n"
        "    x: 1\n"
        "       ^\n"
        "a.yaml:2:8: error: y: second\n"
        "    \ty: \xC2\xB5 2\n"
        "    \t     ^\n"
        "--set #2:1:3: error: k: third\n"
        "    k=v\n"
        "      ^\n"
        "--set #10:1:1: error: z: last\n");
  CHECK(d.render(true).find("\033[1;31merror\033[0m") != std::string::npos);
}

TEST_CASE("absent line and path are left out") {
  Diagnostics d;
  d.error({"a.yaml", 0, 0}, "", "is too large");
  d.error({}, "", "no place");
  CHECK(d.render(false) == "error: no place\na.yaml: error: is too large\n");
}

TEST_CASE("long lines are cut around the caret") {
  Diagnostics d;
  d.add_source("a", std::string(5000, 'x') + "Y" + std::string(5000, 'z'));
  d.error({"a", 1, 5001}, "", "here");
  const std::string text = d.render(false);
  CHECK(text.size() < 500);
  const std::size_t line = text.find('\n') + 1;
  const std::size_t below = text.find('\n', line) + 1;
  CHECK(text[line + text.find('^') - below] == 'Y');
}

TEST_CASE("worst kind, counting and throwing") {
  Diagnostics d;
  d.warning({"a", 1, 1}, "x", "only said");
  CHECK_FALSE(d.has_errors());
  CHECK_NOTHROW(d.throw_if_errors());
  d.error({"a", 1, 1}, "x", "missing file", ErrorKind::data);
  CHECK(d.worst() == ErrorKind::data);
  d.error({"a", 1, 1}, "x", "bad value");
  CHECK(d.worst() == ErrorKind::usage);
  CHECK(d.error_count() == 2);
  try {
    d.throw_if_errors();
    FAIL("did not throw");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    CHECK(std::string(error.what()).find("bad value") != std::string::npos);
    CHECK(std::string(error.what()).find("warning: x: only said") != std::string::npos);
  }
}
