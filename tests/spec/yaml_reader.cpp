#include "spec/yaml_reader.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>

using namespace stride::spec;

namespace {

struct Read {
  std::shared_ptr<Node> root;
  Diagnostics diagnostics;

  std::string text() const { return diagnostics.render(false); }
  bool says(const std::string& what) const { return text().find(what) != std::string::npos; }
  const Diagnostic& first() const { return diagnostics.all().at(0); }
};

Read read(const std::string& text) {
  Read out;
  const std::string plain = normalised(text);
  out.diagnostics.add_source("f", plain);
  out.root = read_yaml(plain, "f", out.diagnostics);
  return out;
}

std::string times(const std::string& text, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += text;
  return out;
}

}  // namespace

TEST_CASE("every node knows where it stands, and whether it was quoted") {
  const Read r = read("a: 1\nb:\n  c: ['x', y]\n");
  REQUIRE(r.root != nullptr);
  const Node* list = r.root->find("b")->find("c");
  CHECK(list->where.line == 3);
  CHECK(list->where.column == 6);
  CHECK(list->items[0]->quoted);
  CHECK_FALSE(list->items[1]->quoted);
  CHECK(list->items[1]->where.column == 12);
  CHECK(r.root->members[1].key_where.line == 2);
}

TEST_CASE("a byte-order mark and CRLF are accepted") {
  const Read r = read(
      "\xEF\xBB\xBF"
      "a: 1\r\nb: two\r\n");
  REQUIRE(r.root != nullptr);
  CHECK(r.diagnostics.all().empty());
  CHECK(r.root->find("b")->scalar == "two");
  CHECK(r.root->find("b")->where.line == 2);
  CHECK(r.root->members[0].key == "a");
}

TEST_CASE("a duplicate key is an error with both lines, at any depth, and reading goes on") {
  const Read r = read("a: 1\nb: {x: 1, y: 2, x: {z: 3}}\nc:\n  - {d: 1}\n  - k: 1\n    k: 2\na: 3\n");
  REQUIRE(r.root != nullptr);
  CHECK(r.diagnostics.error_count() == 3);
  CHECK(r.says("f:7:1: error: a: given twice: in line 1 and again here in line 7"));
  CHECK(r.says("f:2:17: error: b.x: given twice"));
  CHECK(r.says("f:6:5: error: c[1].k: given twice: in line 5 and again here in line 6"));
  CHECK(r.root->find("a")->scalar == "1");
}

TEST_CASE("tabs in the indentation name their line and ask for spaces") {
  const Read r = read("a:\n\tb: 1\n  # fine\n\t# a comment may\n  \tc: 2\n");
  CHECK(r.root == nullptr);
  CHECK(r.diagnostics.error_count() == 2);
  CHECK(r.says("f:2:1: error: a tab in the indentation; use spaces"));
  CHECK(r.says("f:5:3: error: a tab"));
  CHECK(read("a:\t1\n").root != nullptr);
}

TEST_CASE("nothing, comments only, and an empty document are errors") {
  for (const char* text : {"", "\n\n", "# only a comment\n", "---\n", "null\n", "~"}) {
    CAPTURE(text);
    const Read r = read(text);
    CHECK(r.root == nullptr);
    CHECK(r.says("nothing is written here"));
  }
}

TEST_CASE("a second document is an error with its line") {
  const Read r = read("a: 1\n---\nb: 2\n");
  CHECK(r.root == nullptr);
  CHECK(r.says("f:2:1: error: a second document"));
  CHECK(read("---\na: 1\n...\n").root != nullptr);
}

TEST_CASE("a syntax error is one located diagnostic") {
  for (const char* text :
       {"a: b: c\n", "a: [1, 2\nb: 3\n", "a: *nowhere\n", "a: \"open\n", "a: 'open\n", "a: &x \"open", "a: @x\n",
        "a: - b\n", "a: \"\\q\"\n", "a: 1\n  b: 2\n", "}\n", "[", "{a: 1, b: 2", "a: \"\\x", "%YAML 9.9\n---\na: 1\n",
        "? [a]\n: 3\n", "a: !foo 3\n", ": 3\n", "a: \"\\ud800\"\n"}) {
    CAPTURE(text);
    const Read r = read(text);
    CHECK(r.root == nullptr);
    CHECK(r.diagnostics.all().size() == 1);
    CHECK(r.first().where.line >= 1);
    CHECK(r.first().where.column >= 1);
  }
}

TEST_CASE("a quoted text may hold anything that is closed") {
  CHECK(read("a: 'it''s'\n").root->find("a")->scalar == "it's");
  CHECK(read("a: \"x\\\"y\"").root->find("a")->scalar == "x\"y");
  CHECK(read("a: &q 'x'").root->find("a")->scalar == "x");
  CHECK(read("a: |\n  it's \"\n").root != nullptr);
}

TEST_CASE("anchors, aliases and merge keys") {
  const Read r = read(
      "base: &b {x: 1, y: 2}\nother: &o {y: 3, z: 4}\none: {<<: *b, y: 9}\ntwo: {<<: [*b, *o], w: 5}\nlist: [*b, "
      "*b]\n");
  REQUIRE(r.root != nullptr);
  CHECK(r.diagnostics.all().empty());
  CHECK(r.root->find("one")->find("x")->scalar == "1");
  CHECK(r.root->find("one")->find("y")->scalar == "9");
  CHECK(r.root->find("two")->find("y")->scalar == "2");
  CHECK(r.root->find("two")->find("z")->scalar == "4");
  // Expanded aliases are nodes of their own.
  CHECK(r.root->find("list")->items[0] != r.root->find("list")->items[1]);
  CHECK(read("a: {<<: 3}\n").says("<< takes a mapping"));
  CHECK(read("a: {'<<': 3}\n").root->find("a")->find("<<") != nullptr);
  CHECK(read("a: &a [1, *a]\n").says("cannot hold itself"));
}

TEST_CASE("alias bombs, deep nesting and too many nodes end quickly") {
  const auto start = std::chrono::steady_clock::now();
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 30; ++i) {
    const std::string name = "a" + std::to_string(i), before = "*a" + std::to_string(i - 1);
    bomb.append(name)
        .append(": &")
        .append(name)
        .append(" [")
        .append(times(before + ", ", 9))
        .append(before)
        .append("]\n");
  }
  CHECK(read(bomb).says("more than 100000 keys and values"));
  CHECK(read(times("[", 100000)).says("nested deeper than 64 levels"));
  CHECK(read("a: " + times("[", 65) + times("]", 65)).says("nested deeper than 64 levels"));
  CHECK(read("a: " + times("[", 63) + times("]", 63)).root != nullptr);
  std::string chain = "a0: &a0 [x]\n";
  for (int i = 1; i < 80; ++i) {
    const std::string name = "a" + std::to_string(i), before = "*a" + std::to_string(i - 1);
    chain.append(name).append(": &").append(name).append(" [").append(before).append("]\n");
  }
  CHECK(read(chain).says("nested deeper than 64 levels"));
  CHECK(read("a: [" + times("1,", 200000) + "1]").says("more than 100000"));
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
}

TEST_CASE("bytes that are no text are refused with their place") {
  CHECK(read("a: 1\nb: \xFF\n").says("f:2:4: error: this byte is not UTF-8"));
  CHECK(read("a: \xED\xA0\x80\n").says("not UTF-8"));
  CHECK(read("a: \xC0\xAF\n").says("not UTF-8"));
  CHECK(read("\xFF\xFE"
             "a")
            .says("not UTF-8"));
  CHECK(read(std::string("a: \0b\n", 6)).says("control character"));
  CHECK(read("a: b\x04\nc: 1\n").says("control character (byte 4)"));
  CHECK(read("a: \xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\n").root != nullptr);
}
