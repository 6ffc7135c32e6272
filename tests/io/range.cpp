#include "io/range.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <vector>

TEST_CASE("Range: finite values, NaN and Inf are told apart at every length") {
  for (const std::size_t n : {1, 7, 8, 9, 64, 1001}) {
    std::vector<float> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<float>(i) - 3;
    stride::io::Range range;
    range.add(values.data(), n);
    CHECK(range.min == -3);
    CHECK(range.max == static_cast<double>(n) - 4);
    CHECK(range.sum == static_cast<double>(n * (n - 1) / 2) - 3 * static_cast<double>(n));
    CHECK(range.finite_count == n);
    CHECK(range.nan_count == 0);
  }
}

TEST_CASE("Range: adds up over pieces and both types, and needs no finite value") {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  stride::io::Range range;
  const std::vector<double> odd = {nan, inf, -inf, nan, nan};
  range.add(odd.data(), odd.size());
  CHECK(range.finite_count == 0);
  CHECK(range.nan_count == 3);
  CHECK(range.inf_count == 2);
  CHECK(range.min == 0);
  const std::vector<float> some = {5, 6};
  range.add(some.data(), some.size());
  CHECK(range.min == 5);
  const std::vector<double> more = {1e300, -1e300, 2};
  range.add(more.data(), more.size());
  CHECK(range.max == 1e300);
  CHECK(range.min == -1e300);
  CHECK(range.finite_count == 5);
  range.add(more.data(), 0);
  CHECK(range.finite_count == 5);
}
