#include "core/array.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <utility>
#include <vector>

using stride::Array;
using stride::Shape;

TEST_CASE("arrays are aligned, shaped and moved") {
  Array<float> a = Array<float>::zeros({3, 5});
  CHECK(reinterpret_cast<std::uintptr_t>(a.data()) % 64 == 0);
  CHECK(a.size() == 15);
  CHECK(a.rows().rows == 3);
  CHECK(a.rows().cols == 5);
  a[7] = 2;
  CHECK(a.rows().row(1)[2] == 2);
  CHECK(a.rows().slice(1, 2).rows == 2);
  const float* memory = a.data();
  const Array<float> b = std::move(a);
  CHECK(b.data() == memory);
  CHECK(a.empty());  // NOLINT(bugprone-use-after-move): what a move leaves behind is promised
  CHECK(a.data() == nullptr);
  const Array<float> c = b.clone();
  CHECK(c.data() != b.data());
  CHECK(c[7] == 2);
}

TEST_CASE("empty arrays and odd shapes") {
  CHECK(Array<double>().empty());
  CHECK(Array<double>::zeros({0, 4}).empty());
  CHECK(Array<double>::zeros({2, 3, 4}).rows().rows == 6);
  CHECK(Array<double>::from({2}, std::vector<double>{1, 2})[1] == 2);
  CHECK(stride::to_string(Shape{16, 600}) == "(16, 600)");
  CHECK(stride::to_string(Shape{3}) == "(3,)");
}

TEST_CASE("array: the clone of no value is no value, of a scalar a scalar") {
  CHECK(Array<float>().clone().empty());
  CHECK(Array<float>::zeros({}).clone().size() == 1);
  const Array<float> none = Array<float>::zeros({0, 5}).clone();
  CHECK(none.empty());
  CHECK(none.shape() == Shape{0, 5});
}
