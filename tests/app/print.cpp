#include "app/print.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("a table aligns its columns and ends its lines without blanks") {
  stride::app::Table table({"a", "long name", ""});
  table.add({"wide cell", "x", "last"});
  table.add({"µ", "y", ""});
  CHECK(table.text("  ") == "  a          long name\n  wide cell  x          last\n  µ          y\n");
}
