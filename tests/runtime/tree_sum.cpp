#include "runtime/tree_sum.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <thread>

#include "core/random.hpp"

using namespace stride;
using stride::runtime::TreeSum;

namespace {

constexpr std::size_t cells = 33;

// Numbers of very different size, so that any other order of adding gives other bits.
Array<float> item(std::size_t position) {
  Array<float> array = Array<float>::uninitialised({3, 11});
  Random random(5, position);
  for (float& x : array) x = static_cast<float>(random.normal() * std::pow(10.0, 6 * random.uniform()));
  return array;
}

std::vector<std::uint32_t> bits(const Array<float>& array) {
  std::vector<std::uint32_t> result;
  for (const float x : array) result.push_back(std::bit_cast<std::uint32_t>(x));
  return result;
}

// The same tree, written down as a recursion over levels.
std::vector<float> expected(std::vector<std::vector<float>> level) {
  while (level.size() > 1) {
    std::vector<std::vector<float>> next;
    for (std::size_t i = 0; i < level.size(); i += 2) {
      next.push_back(level[i]);
      if (i + 1 < level.size())
        for (std::size_t k = 0; k < cells; ++k) next.back()[k] += level[i + 1][k];
    }
    level = std::move(next);
  }
  return level[0];
}

std::vector<std::uint32_t> expected_bits(std::size_t items) {
  std::vector<std::vector<float>> level;
  for (std::size_t i = 0; i < items; ++i) {
    const Array<float> array = item(i);
    level.emplace_back(array.begin(), array.end());
  }
  return bits(Array<float>::from({cells}, expected(std::move(level))));
}

std::size_t log2_above(std::size_t items) {
  return static_cast<std::size_t>(std::bit_width(items - 1));
}

}  // namespace

TEST_CASE("tree_sum: bits do not depend on the order of arrival") {
  for (const std::size_t items : {1UL, 2UL, 3UL, 5UL, 8UL, 13UL, 31UL, 40UL}) {
    const auto wanted = expected_bits(items);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      TreeSum<Array<float>> sum(items);
      for (const std::size_t i : Random(seed).permutation(items)) sum.add(i, item(i));
      CHECK(sum.missing() == 0);
      const auto total = sum.take();
      REQUIRE(total.has_value());
      CHECK(total->shape() == Shape{3, 11});
      REQUIRE(bits(*total) == wanted);
    }
  }
}

TEST_CASE("tree_sum: bits do not depend on the number of workers; few items are alive") {
  constexpr std::size_t items = 57;
  const auto wanted = expected_bits(items);
  for (std::size_t workers = 1; workers <= 9; ++workers)
    for (int repeat = 0; repeat < 5; ++repeat) {
      TreeSum<Array<float>> sum(items);
      std::atomic<std::size_t> next{0};
      {
        std::vector<std::jthread> threads;
        for (std::size_t w = 0; w < workers; ++w)
          threads.emplace_back([&] {
            for (std::size_t i = next++; i < items; i = next++) sum.add(i, item(i));
          });
      }
      REQUIRE(bits(*sum.take()) == wanted);
    }
}

TEST_CASE("tree_sum: as many items are alive as the window and the logarithm say") {
  for (const std::size_t items : {2UL, 7UL, 64UL, 100UL, 257UL})
    for (std::size_t window = 1; window <= 9; ++window)
      for (std::uint64_t seed = 0; seed < 10; ++seed) {
        TreeSum<double> sum(items);
        Random random(seed, window);
        // Workers take the next position each; whichever ends is drawn, but the oldest ends before the window is over.
        std::vector<std::size_t> running;
        std::size_t next = 0;
        while (next < items || !running.empty()) {
          while (running.size() < window && next < items && (running.empty() || next - running[0] < window))
            running.push_back(next++);
          const auto drawn = running.begin() + static_cast<std::ptrdiff_t>(random.below(running.size()));
          sum.add(*drawn, 1.0);
          running.erase(drawn);
        }
        CHECK(sum.most_alive() <= window + log2_above(items) + 1);
        CHECK(*sum.take() == static_cast<double>(items));
      }
}

TEST_CASE("tree_sum: items that are left out add nothing, whenever they are told") {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    TreeSum<double> sum(11);
    for (const std::size_t i : Random(seed).permutation(11)) {
      if (i % 3 == 0)
        sum.leave_out(i);
      else
        sum.add(i, std::pow(2.0, static_cast<double>(i)));
    }
    CHECK(*sum.take() == 2 + 4 + 16 + 32 + 128 + 256 + 1024);
  }
  TreeSum<double> none(3);
  for (std::size_t i = 0; i < 3; ++i) none.leave_out(i);
  CHECK_FALSE(none.take().has_value());
  CHECK_FALSE(TreeSum<double>(0).take().has_value());
}

TEST_CASE("tree_sum: mistakes are told") {
  TreeSum<Array<float>> sum(3);
  sum.add(1, Array<float>::zeros({2}));
  CHECK_THROWS_WITH_AS(sum.take(), "tree_sum: 2 of 3 items have not come", Error);
  CHECK_THROWS_AS(sum.add(1, Array<float>::zeros({2})), std::logic_error);
  CHECK_THROWS_AS(sum.add(3, Array<float>::zeros({2})), std::logic_error);
  CHECK_THROWS_WITH_AS(sum.add(0, Array<float>::zeros({4})),
                       "tree_sum: an item of shape (2,) cannot be added to one of (4,)", Error);
  TreeSum<double> done(1);
  done.add(0, 4.0);
  CHECK(*done.take() == 4);
  CHECK_THROWS_WITH_AS(done.take(), "tree_sum: the sum was taken already, or an addition failed", Error);
}
