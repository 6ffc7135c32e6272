// Shared by the tests of spec/: reads a text and gives what came of it.
#pragma once

#include <string>
#include <vector>

#include "spec/spec.hpp"

namespace stride::test {

struct Outcome {
  spec::Spec spec;
  spec::Diagnostics diagnostics;

  std::string text() const { return diagnostics.render(false); }
  bool says(const std::string& what) const { return text().find(what) != std::string::npos; }
};

inline Outcome read(const std::string& text, const std::vector<spec::Override>& overrides = {}) {
  Outcome out;
  out.spec = spec::read_spec_text(text, "t.yaml", ".", overrides, out.diagnostics);
  return out;
}

// With the keys that every spec needs in lines 1 and 2.
inline Outcome read_rest(const std::string& text, const std::vector<spec::Override>& overrides = {}) {
  return read("version: 1\nname: t\n" + text, overrides);
}

}  // namespace stride::test
