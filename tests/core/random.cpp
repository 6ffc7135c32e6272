#include "core/random.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using stride::Random;

TEST_CASE("equal seeds give equal numbers, other seeds and streams others") {
  Random a(1), b(1), c(2), d(1, 1);
  const auto first = a.next();
  CHECK(first == b.next());
  CHECK(first != c.next());
  CHECK(first != d.next());
}

TEST_CASE("moments of uniform and normal") {
  Random random(7);
  const int n = 200000;
  double mean = 0, normal_mean = 0, normal_square = 0;
  for (int i = 0; i < n; ++i) {
    mean += random.uniform() / n;
    const double x = random.normal();
    normal_mean += x / n;
    normal_square += x * x / n;
  }
  CHECK(std::abs(mean - 0.5) < 0.005);
  CHECK(std::abs(normal_mean) < 0.01);
  CHECK(std::abs(normal_square - 1) < 0.02);
}

TEST_CASE("a permutation holds every index once") {
  auto order = Random(3).permutation(100);
  CHECK_FALSE(std::is_sorted(order.begin(), order.end()));
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < 100; ++i) CHECK(order[i] == i);
}
