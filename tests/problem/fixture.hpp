// Shared by the tests of problem/: a spec read from a text in a folder, and field files.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "core/array.hpp"
#include "io/tree_writer.hpp"
#include "spec/spec.hpp"
#include "support/folder.hpp"

namespace stride::problem::test {

struct Reading {
  spec::Spec spec;
  spec::Diagnostics diagnostics;

  std::string text() const { return diagnostics.render(false); }
};

// 5 x 7 cells of 1 mm: 4 mm by 6 mm.
inline const char* small_space = "space: {shape: [5, 7], spacing: 1 mm, extra: 2}\n";

inline Reading read(const std::string& text, const std::string& folder = ".") {
  Reading reading;
  reading.spec = spec::read_spec_text("version: 1\nname: t\n" + text, "t.yaml", folder, {}, reading.diagnostics);
  return reading;
}

// A field file that says of itself that its grid is `space`; `data` may be the extended domain.
inline void write_field_on(const std::string& file, const Array<float>& data, const Space& space) {
  io::TreeWriter tree(file, true);
  {
    const io::Handle set = tree.floats(tree.root(), "data", data.shape(), "1", "x, y");
    tree.fill(set.get(), "/data", data.data(), data.size());
  }
  tree.grid(space, {});
  tree.commit();
}

// 0, 1, 2, ... plus `first`.
inline Array<float> ramp(const Shape& shape, float first = 0) {
  Array<float> data = Array<float>::uninitialised(shape);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = first + static_cast<float>(i);
  return data;
}

}  // namespace stride::problem::test

// The text holds the part; both are shown when it does not.
#define CHECK_SAYS(text, part)                                                                \
  do {                                                                                        \
    const std::string text_ = (text), part_ = (part);                                         \
    CHECK_MESSAGE(text_.find(part_) != std::string::npos, text_, "\n does not say: ", part_); \
  } while (false)
