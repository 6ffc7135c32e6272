#include "spec/key.hpp"

#include <doctest/doctest.h>

using namespace stride::spec;

TEST_CASE("a key is described in one line") {
  CHECK(describe(number("f_min", Unit::hertz, "low corner").above(0).by_default("1")) ==
        "f_min (number, Hz, > 0; default 1): low corner");
  CHECK(describe(choice("kernel", {"auto", "OT2"}, "scheme").by_default("auto")) ==
        "kernel (auto | OT2; default auto): scheme");
  CHECK(describe(integer("n", Unit::none, "count").at_least(1).at_most(8).or_word("auto").required()) ==
        "n (whole number or auto, >= 1, <= 8; required): count");
  CHECK(describe(number("cycles", Unit::periods, "length").only_with("type", {"tone_burst"})) ==
        "cycles (number, periods; with type tone_burst): length");
  CHECK(describe(number("dt", Unit::seconds, "interval").or_path_in_file()) == "dt (number or HDF5 path, s): interval");
}
