#include "core/closest_match.hpp"

#include <doctest/doctest.h>

using stride::closest_match;

TEST_CASE("closest_match suggests the near name and nothing for a far one") {
  const std::vector<std::string> known{"filter_traces", "norm_per_trace", "norm_per_shot", "f_min", "f_max"};
  CHECK(closest_match("fmax", known) == "f_max");
  CHECK(closest_match("f-max", known) == "f_max");
  CHECK(closest_match("filter_trcaes", known) == "filter_traces");
  CHECK(closest_match("Filter_Traces", known) == "filter_traces");
  CHECK(closest_match("norm_per_shots", known) == "norm_per_shot");
  CHECK(closest_match("wavelength", known).empty());
  CHECK(closest_match("", known).empty());
}
