#include "run/run_difference.hpp"

#include <doctest/doctest.h>

using namespace stride;
using namespace stride::run;

namespace {

using Texts = std::vector<std::string>;

io::Provenance with(const std::string& spec) {
  io::Provenance provenance;
  provenance.spec_yaml = spec;
  provenance.program_version = "1.0.0";
  provenance.inputs = {{"vp.h5", "aa"}, {"data.h5", "bb"}};
  return provenance;
}

Texts of(const std::string& there, const std::string& here) {
  return differences(with(there), with(here));
}

}  // namespace

TEST_CASE("run difference: runs of one spec are the same, whatever was quarantined") {
  io::Provenance there = with("a: 1\n");
  there.quarantined = {{3, "not_finite", "why"}};
  CHECK(differences(there, with("a: 1\n")).empty());
  CHECK(difference(there, with("a: 1\n")).empty());
}

TEST_CASE("run difference: every key that differs is named with both values") {
  CHECK(of("physics: {kernel: OT2, boundary: sponge}\nname: a\n",
           "physics: {kernel: OT4, boundary: sponge}\nname: b\n") ==
        Texts{"physics.kernel is OT2 there and OT4 here", "name is a there and b here"});
  CHECK(of("a: {b: 1}\n", "a: {b: 1, c: 2}\n") == Texts{"a.c is not given there and 2 here"});
  CHECK(of("a: {b: 1, c: 2}\n", "a: {b: 1}\n") == Texts{"a.c is 2 there and not given here"});
  CHECK(of("loop: {blocks: [{iterations: 2}, {iterations: 3}]}\n",
           "loop: {blocks: [{iterations: 2}, {iterations: 4}]}\n") ==
        Texts{"loop.blocks[1].iterations is 3 there and 4 here"});
  CHECK(of("a: [1, 2]\n", "a: [1, 2, 3]\n") == Texts{"a is [1, 2] there and [1, 2, 3] here"});
  CHECK(of("a: {b: 1}\n", "a: 1\n") == Texts{"a is {b: 1} there and 1 here"});
}

TEST_CASE("run difference: long values are cut") {
  const Texts all = of("a: " + std::string(100, 'x') + "\n", "a: y\n");
  CHECK(all == Texts{"a is " + std::string(57, 'x') + "... there and y here"});
}

TEST_CASE("run difference: inputs, version and seed are compared") {
  const io::Provenance here = with("a: 1\n");
  io::Provenance there = here;
  there.inputs[1].sha256 = "cc";
  CHECK(differences(there, here) == Texts{"the input data.h5 has other content"});
  there = here;
  there.inputs.pop_back();
  CHECK(differences(there, here) == Texts{"it had other inputs"});
  there = here;
  there.program_version = "0.9.0";
  CHECK(differences(there, here) == Texts{"stride-cli 0.9.0 made them, this is 1.0.0"});
  there.seed = 5;
  CHECK(differences(there, here) == Texts{"stride-cli 0.9.0 made them, this is 1.0.0", "seed is 5 there and 0 here"});
  CHECK(difference(there, here) == "stride-cli 0.9.0 made them, this is 1.0.0");
}

TEST_CASE("run difference: specs that differ in their text alone are told apart as well") {
  CHECK(of("a: 1\n", "a:  1\n") == Texts{"its spec is another one"});
  CHECK(of("a: [\n", "a: 1\n") == Texts{"its spec is another one"});
}
