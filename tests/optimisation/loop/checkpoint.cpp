#include "optimisation/loop/checkpoint.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/error.hpp"
#include "optimisation/optimiser/state.hpp"
#include "optimisation/optimiser/table.hpp"

using namespace stride;
using namespace stride::optimisation;

namespace {

IterationRecord record(std::size_t iteration) {
  IterationRecord record;
  record.iteration = iteration;
  record.block = iteration / 2;
  record.in_block = iteration % 2;
  record.f_max_hz = 3e5;
  record.loss = 1.0 / 3 + static_cast<double>(iteration);
  record.penalty = 0.125;
  record.step = -0.25;
  record.trials = 4;
  record.updated = iteration != 1;
  record.model_min = 1400.1;
  record.model_max = 1700.2;
  record.has_held_out = iteration == 1;
  record.held_out_loss = 7.5;
  record.shot_ids = {0, 2147483647};
  record.losses = {0.1, 0.2};
  return record;
}

Checkpoint example() {
  Checkpoint checkpoint;
  checkpoint.provenance.spec_yaml = "version: 1\nname: a\n";
  checkpoint.provenance.program_version = "1.2.3";
  checkpoint.provenance.seed = -5;
  checkpoint.provenance.inputs = {{"a.h5", "00ff"}, {"b.h5", "11"}};
  checkpoint.provenance.quarantined = {{3, "not_finite", "shot 3: no longer finite"}};
  checkpoint.model = Array<float>::from({2, 3}, std::vector<float>{1500, 1501, 1502.5F, 1400, 1e-30F, -0.0F});
  checkpoint.optimiser = std::string("bytes\0of it", 11);
  checkpoint.kept_norms = {{}, {0.1, 2}, {3}};
  for (std::size_t n = 0; n < 3; ++n) checkpoint.history.push_back(record(n));
  return checkpoint;
}

void check_same(const IterationRecord& a, const IterationRecord& b) {
  CHECK(a.iteration == b.iteration);
  CHECK(a.block == b.block);
  CHECK(a.in_block == b.in_block);
  CHECK(a.f_max_hz == b.f_max_hz);
  CHECK(a.loss == b.loss);
  CHECK(a.penalty == b.penalty);
  CHECK(a.step == b.step);
  CHECK(a.trials == b.trials);
  CHECK(a.updated == b.updated);
  CHECK(a.model_min == b.model_min);
  CHECK(a.model_max == b.model_max);
  CHECK(a.has_held_out == b.has_held_out);
  CHECK(a.held_out_loss == b.held_out_loss);
  CHECK(a.shot_ids == b.shot_ids);
  CHECK(a.losses == b.losses);
}

// What is said of bytes that cannot be read; "" for bytes that can.
std::string complaint(const std::string& bytes) {
  try {
    Checkpoint::parsed(bytes);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::data);
    return error.problem();
  }
  return "";
}

}  // namespace

TEST_CASE("checkpoint: everything comes back from its bytes") {
  const Checkpoint given = example();
  const std::string bytes = given.serialize();
  const Checkpoint found = Checkpoint::parsed(bytes);
  CHECK((found.serialize() == bytes));
  CHECK(found.provenance.spec_yaml == given.provenance.spec_yaml);
  CHECK(found.provenance.program_version == "1.2.3");
  CHECK(found.provenance.seed == -5);
  REQUIRE(found.provenance.inputs.size() == 2);
  CHECK(found.provenance.inputs[0].name == "a.h5");
  CHECK(found.provenance.inputs[0].sha256 == "00ff");
  CHECK(found.provenance.inputs[1].sha256 == "11");
  REQUIRE(found.provenance.quarantined.size() == 1);
  CHECK(found.provenance.quarantined[0].shot_id == 3);
  CHECK(found.provenance.quarantined[0].code == "not_finite");
  CHECK(found.provenance.quarantined[0].reason == "shot 3: no longer finite");
  REQUIRE(found.model.shape() == Shape{2, 3});
  CHECK(std::equal(found.model.begin(), found.model.end(), given.model.begin()));
  CHECK(found.optimiser == given.optimiser);
  CHECK(found.kept_norms == given.kept_norms);
  REQUIRE(found.history.size() == 3);
  for (std::size_t n = 0; n < 3; ++n) check_same(found.history[n], given.history[n]);
}

TEST_CASE("checkpoint: one of a run that has done nothing yet is whole as well") {
  Checkpoint begun;
  begun.model = Array<float>::zeros({1});
  const Checkpoint found = Checkpoint::parsed(begun.serialize());
  CHECK(found.history.empty());
  CHECK(found.kept_norms.empty());
  CHECK(found.optimiser.empty());
  CHECK(found.model.size() == 1);
}

TEST_CASE("checkpoint: any byte that is changed, and any end that is missing, is noticed") {
  const std::string bytes = example().serialize();
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    std::string changed = bytes;
    changed[n] = static_cast<char>(changed[n] ^ 0x10);
    CHECK_MESSAGE(!complaint(changed).empty(), "byte ", n, " of ", bytes.size());
    CHECK_MESSAGE(!complaint(bytes.substr(0, n)).empty(), "the first ", n, " bytes of ", bytes.size());
  }
  CHECK(complaint(bytes.substr(0, bytes.size() - 1)) == "it is cut short or changed: its checksum does not match");
  CHECK(complaint(bytes + "x") == "it is cut short or changed: its checksum does not match");
  CHECK(complaint("").find("this is none") != std::string::npos);
}

TEST_CASE("checkpoint: another kind of state is told apart") {
  StateWriter other;
  other.text("something else");
  CHECK(complaint(std::move(other).take()) == "it holds something else than an inversion");
  CHECK(complaint(make_optimiser<float>("adam")->serialize()) == "it holds something else than an inversion");
  // Whole by its checksum, yet a list promises more than there is.
  StateWriter absurd;
  absurd.text("checkpoint of an inversion");
  absurd.text("spec");
  absurd.text("version");
  absurd.whole(0);
  absurd.whole(~std::uint64_t{0});
  CHECK(complaint(std::move(absurd).take()) == "it ends too early");
}
