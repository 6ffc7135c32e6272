#include "io/loop_file.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "io/helpers.hpp"
#include "io/provenance_file.hpp"
#include "support/shared.hpp"

using namespace stride;
using namespace stride::io;
using namespace stride::io::test;

namespace {

LoopRecord example() {
  LoopRecord record;
  record.num_blocks = 3;
  // More than nine iterations: their names do not sort as text.
  record.blocks.push_back({0, 12, {}});
  for (int n = 0; n < 12; ++n)
    record.blocks[0].iterations.push_back({n, n, {n, n + 100}, {0.5F + static_cast<float>(n), 1e-20F}});
  record.blocks.push_back({1, 4, {{0, 12, {7}, {3}}}});
  return record;
}

// One iteration of one block, with numbers to leave out or to change.
void write_iteration(RawFile& file, const std::vector<double>& losses, bool with_id = true) {
  file.integers("/num_blocks", {}, {1});
  file.integers("/blocks/0/id", {}, {0});
  file.integers("/blocks/0/num_iterations", {}, {2});
  const std::string iteration = "/blocks/0/iterations/0/";
  if (with_id) file.integers(iteration + "id", {}, {0});
  file.integers(iteration + "abs_id", {}, {0});
  file.integers(iteration + "runs/0/losses/shot_id", {2}, {4, 9});
  file.doubles(iteration + "runs/0/losses/value", {losses.size()}, losses);
}

}  // namespace

TEST_CASE("loop file: what was written comes back in order, with its provenance") {
  const TemporaryFolder folder;
  const std::string name = folder.file("a-OptimisationLoop.h5");
  const LoopRecord given = example();
  Provenance provenance;
  provenance.spec_yaml = "version: 1\n";
  provenance.program_version = "1.2.3";
  write_loop(name, {}, provenance);
  write_loop(name, given, provenance);
  const LoopRecord found = read_loop(name);
  CHECK(found.num_blocks == 3);
  CHECK(found.iterations() == 13);
  REQUIRE(found.blocks.size() == 2);
  for (std::size_t b = 0; b < 2; ++b) {
    CHECK(found.blocks[b].id == given.blocks[b].id);
    CHECK(found.blocks[b].num_iterations == given.blocks[b].num_iterations);
    REQUIRE(found.blocks[b].iterations.size() == given.blocks[b].iterations.size());
    for (std::size_t n = 0; n < found.blocks[b].iterations.size(); ++n) {
      const LoopIteration &there = found.blocks[b].iterations[n], &here = given.blocks[b].iterations[n];
      CHECK(there.id == here.id);
      CHECK(there.abs_id == here.abs_id);
      CHECK(there.shot_ids == here.shot_ids);
      CHECK(there.losses == here.losses);
    }
  }
  const auto kept = read_provenance(name);
  REQUIRE(kept);
  CHECK(kept->spec_yaml == "version: 1\n");
  CHECK(folder.names() == std::vector<std::string>{"a-OptimisationLoop.h5"});
}

TEST_CASE("loop file: the same record gives the same bytes; one without blocks can be read") {
  const TemporaryFolder folder;
  write_loop(folder.file("a.h5"), example(), {});
  write_loop(folder.file("b.h5"), example(), {});
  CHECK((read_bytes(folder.file("a.h5")) == read_bytes(folder.file("b.h5"))));
  write_loop(folder.file("empty.h5"), {2, {}}, {});
  CHECK(read_loop(folder.file("empty.h5")).num_blocks == 2);
  CHECK(read_loop(folder.file("empty.h5")).iterations() == 0);
}

TEST_CASE("loop file: an iteration that was only begun has no losses, and the last run of several counts") {
  const TemporaryFolder folder;
  {
    RawFile file(folder.file("a.h5"));
    write_iteration(file, {1, 2});
    file.integers("/blocks/0/iterations/0/runs/1/losses/shot_id", {1}, {4});
    file.doubles("/blocks/0/iterations/0/runs/1/losses/value", {1}, {5});
    file.integers("/blocks/0/iterations/1/id", {}, {1});
    file.integers("/blocks/0/iterations/1/abs_id", {}, {1});
  }
  const LoopRecord record = read_loop(folder.file("a.h5"));
  REQUIRE(record.blocks.size() == 1);
  REQUIRE(record.blocks[0].iterations.size() == 2);
  CHECK(record.blocks[0].iterations[0].losses == std::vector<float>{5});
  CHECK(record.blocks[0].iterations[1].losses.empty());
  CHECK(record.iterations() == 1);
}

TEST_CASE("loop file: what is missing or does not fit is named by its place") {
  const TemporaryFolder folder;
  const std::string name = folder.file("a.h5");
  const auto problem = [&](auto fill) { return problem_of(name, fill, [](const std::string& f) { read_loop(f); }); };
  CHECK_CONTAINS(problem([](RawFile& file) {
                   write_iteration(file, {1, 2, 3});
                 }),
                 "a.h5:/blocks/0/iterations/0/runs/0/losses: 2 shots have 3 losses");
  CHECK_CONTAINS(problem([](RawFile& file) {
                   write_iteration(file, {1, 2}, false);
                 }),
                 "a.h5:/blocks/0/iterations/0/id: is missing");
  CHECK_CONTAINS(problem([](RawFile& file) { file.group("/blocks"); }), "/num_blocks: is missing");
  CHECK_CONTAINS(problem([](RawFile& file) { file.integers("/num_blocks", {}, {1}); }), "/blocks: is missing");
  CHECK_CONTAINS(message(ErrorKind::data, [&] { read_loop(folder.file("none.h5")); }), "none.h5");
}

TEST_CASE("loop file: one that the Python framework wrote is read") {
  STRIDE_NEEDS_SHARED();
  const std::string folder = stride::test::shared_folder() + "/refs/stride_files/";
  const LoopRecord record = read_loop(folder + "ref2d-OptimisationLoop.h5");
  REQUIRE(record.blocks.size() == static_cast<std::size_t>(record.num_blocks));
  int expected = 0;
  for (const LoopBlock& block : record.blocks)
    for (std::size_t n = 0; n < block.iterations.size(); ++n) {
      const LoopIteration& iteration = block.iterations[n];
      CHECK(iteration.abs_id == expected++);
      CHECK(iteration.id == static_cast<int>(n));
      CHECK(iteration.losses.size() == iteration.shot_ids.size());
      CHECK(!iteration.losses.empty());
      CHECK(std::all_of(iteration.losses.begin(), iteration.losses.end(), [](float l) { return l > 0 && l < 1e6F; }));
    }
  CHECK(record.iterations() == expected);
  // Each of its iterations left a model.
  CHECK(expected == 4);
}
