#include "physics/acoustic/revolve.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using namespace stride::physics::acoustic;

namespace {

// Runs of unrecorded blocks when the splits are followed.
std::uint64_t followed(std::uint64_t length, std::uint64_t states) {
  if (length < 2) return 0;
  if (states == 1) return length - 1 + followed(length - 1, 1);
  const std::uint64_t first = revolve_split(length, states);
  REQUIRE(first >= 1);
  REQUIRE(first < length);
  return first + followed(length - first, states - 1) + followed(first, states);
}

}  // namespace

TEST_CASE("revolve: no schedule runs fewer blocks") {
  constexpr std::size_t longest = 60, most = 8;
  // best[s][l], by trying every split.
  std::vector<std::vector<std::uint64_t>> best(most + 1, std::vector<std::uint64_t>(longest + 1, 0));
  for (std::size_t s = 1; s <= most; ++s)
    for (std::size_t l = 2; l <= longest; ++l) {
      best[s][l] = l * (l - 1) / 2;
      for (std::size_t first = 1; s > 1 && first < l; ++first)
        best[s][l] = std::min(best[s][l], first + best[s - 1][l - first] + best[s][first]);
      CAPTURE(s);
      CAPTURE(l);
      CHECK(revolve_advances(l, s) == best[s][l]);
      CHECK(followed(l, s) == best[s][l]);
    }
  CHECK(revolve_advances(1, 3) == 0);
  CHECK(revolve_advances(1000, 1000) == 999);
  CHECK(revolve_advances(100000, 30) == 447640);  // five times each, less (31 + 4 choose 4)
}
