#include "signal/median.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support.hpp"

using namespace stride::signal;
using namespace stride::test;

TEST_CASE("running_median: the middle of each window, ends repeated") {
  const std::vector<double> x = probe(200);
  for (const std::size_t window : {1, 3, 5, 51, 401}) {
    const std::vector<double> medians = running_median(x.data(), x.size(), window);
    REQUIRE(medians.size() == x.size());
    const long half = static_cast<long>(window / 2);
    for (long n = 0; n < 200; ++n) {
      std::vector<double> around;
      for (long m = n - half; m <= n + half; ++m)
        around.push_back(x[static_cast<std::size_t>(std::clamp(m, 0L, 199L))]);
      std::sort(around.begin(), around.end());
      CHECK(medians[static_cast<std::size_t>(n)] == around[window / 2]);
    }
  }
  CHECK(running_median(x.data(), 0, 3).empty());
}

TEST_CASE("running_median: a spike disappears, a NaN counts as large") {
  std::vector<float> x(20, 1.0F);
  x[7] = 100;
  CHECK(running_median(x.data(), x.size(), 3) == std::vector<float>(20, 1.0F));
  x[7] = std::numeric_limits<float>::quiet_NaN();
  CHECK(running_median(x.data(), x.size(), 3) == std::vector<float>(20, 1.0F));
  x[8] = 2;
  CHECK(running_median(x.data(), x.size(), 3)[7] == 2);
}
