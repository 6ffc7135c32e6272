#include "io/permute.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

using namespace stride;

TEST_CASE("permute_axes: every permutation of three axes, beyond one block") {
  const Shape shape = {3, 35, 70};
  std::vector<float> in(element_count(shape));
  std::iota(in.begin(), in.end(), 0.F);
  std::vector<std::size_t> order = {0, 1, 2};
  do {
    std::vector<float> out(in.size(), -1.F);
    io::permute_axes(in.data(), shape, order, out.data());
    const Shape result = {shape[order[0]], shape[order[1]], shape[order[2]]};
    bool same = true;
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::size_t at[3] = {i / (result[1] * result[2]), i / result[2] % result[1], i % result[2]};
      std::size_t from[3];
      for (std::size_t k = 0; k < 3; ++k) from[order[k]] = at[k];
      same = same && out[i] == in[(from[0] * shape[1] + from[1]) * shape[2] + from[2]];
    }
    CHECK(same);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST_CASE("permute_axes: one axis, and none at all") {
  const std::vector<float> in = {1, 2, 3};
  std::vector<float> out(3);
  io::permute_axes(in.data(), {3}, {0}, out.data());
  CHECK(out == in);
  float value = 0;
  io::permute_axes(in.data(), {}, {}, &value);
  CHECK(value == 1);
  io::permute_axes(in.data(), {0, 5}, {1, 0}, &value);
  CHECK(value == 1);
}
