#include <doctest/doctest.h>

#include <set>
#include <string>

#include "read.hpp"
#include "spec/section_reader.hpp"

using namespace stride::spec;
using stride::test::Outcome;
using stride::test::read;
using stride::test::read_rest;

TEST_CASE("every section's example parses without a word") {
  for (const SectionInfo& info : sections()) {
    CAPTURE(info.name);
    const Outcome r = info.name == "top" ? read(info.example) : read_rest(info.example);
    CHECK(r.text() == "");
    CHECK_FALSE(info.summary.empty());
    CHECK_FALSE(info.keys.empty());
  }
}

TEST_CASE("names and keys are unique, meanings are there, defaults are admissible") {
  std::set<std::string> names;
  for (const SectionInfo& info : sections()) {
    CAPTURE(info.name);
    CHECK(names.insert(info.name).second);
    std::set<std::string> keys;
    for (const Key& key : info.keys) {
      CAPTURE(key.name);
      CHECK(keys.insert(key.name).second);
      CHECK_FALSE(key.meaning.empty());
      CHECK((key.kind == Kind::choice) == !key.choices.empty());
      if (!key.default_text) continue;
      Node node;
      node.kind = Node::Kind::scalar;
      node.scalar = *key.default_text;
      Diagnostics diagnostics;
      Values::Value value;
      CHECK(read_value(node, key.name, key, diagnostics, value));
    }
  }
  CHECK(find_section("loop.blocks[]") != nullptr);
  CHECK(find_section("nothing") == nullptr);
}

TEST_CASE("inner sections follow their outer one") {
  std::string outer;
  std::set<std::string> finished;
  for (const SectionInfo& info : sections()) {
    const std::string first = info.name.substr(0, info.name.find('.'));
    if (first == outer) continue;
    CHECK(info.name == first);
    CHECK(finished.insert(first).second);
    outer = first;
  }
}
