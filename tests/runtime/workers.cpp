#include "runtime/workers.hpp"

#include <doctest/doctest.h>
#include <sched.h>

#include <vector>

TEST_CASE("available_threads respects the affinity mask") {
  cpu_set_t before;
  REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
  cpu_set_t one;
  CPU_ZERO(&one);
  int first = 0;
  while (!CPU_ISSET(first, &before)) ++first;
  CPU_SET(first, &one);
  REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
  CHECK(stride::runtime::available_threads() == 1);
  REQUIRE(sched_setaffinity(0, sizeof before, &before) == 0);
  CHECK(stride::runtime::available_threads() <= CPU_COUNT(&before));
}

TEST_CASE("peak_memory grows with what is touched") {
  const auto before = stride::runtime::peak_memory();
  const std::vector<char> big(static_cast<std::size_t>(before) + (64U << 20U), 'x');
  CHECK(big.back() == 'x');
  CHECK(stride::runtime::peak_memory() > before);
  CHECK(stride::runtime::available_memory() > stride::runtime::peak_memory() / 2);
}
