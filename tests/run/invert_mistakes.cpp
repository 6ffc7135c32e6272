// What a run of `invert` cannot do, each with its message.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <limits>

#include "io/acquisitions_writer.hpp"
#include "io/bytes_file.hpp"
#include "optimisation/loop/checkpoint.hpp"
#include "run/invert_fixture.hpp"
#include "run/invert_job.hpp"
#include "run/run_lock.hpp"

using namespace stride;
using namespace stride::run;
using namespace stride::run::test;

namespace {

namespace fs = std::filesystem;

const std::string once = "{blocks: [{iterations: 1}]}";

// The message of a run whose observed traces are as `edit` leaves them.
std::string failure_with(const std::function<bool(int shot, Array<float>& traces)>& edit, ErrorKind kind,
                         const std::string& loop = once) {
  const stride::test::Folder folder;
  write_observed(folder / "in.h5", edit);
  return invert_failure(folder, invert_spec(loop, "traces: {observed: in.h5}\n"), {}, kind);
}

std::string refusal(const std::string& loop, const std::string& more = "", ErrorKind kind = ErrorKind::usage) {
  const stride::test::Folder folder;
  const std::string message = invert_failure(folder, invert_spec(loop, more), {}, kind);
  CHECK_FALSE(fs::exists(folder / "out"));
  return message;
}

void set_all(Array<float>& traces, float value) {
  std::fill(traces.begin(), traces.end(), value);
}

}  // namespace

TEST_CASE("invert: without loop: or observed traces there is nothing to do") {
  const stride::test::Folder folder;
  std::string message = invert_failure(folder, ring_spec("loop: " + once + "\n"));
  CHECK_HOLDS(message, "traces.observed: is missing, and there is nothing to compare with; name the file");
  message = invert_failure(folder, ring_spec("traces: {observed: " + observed_file() + "}\n"));
  CHECK_HOLDS(message, "loop: is missing, and there is nothing to iterate over");
  message = invert_failure(folder, ring_spec());
  CHECK_HOLDS(message, "loop: is missing");
  CHECK_HOLDS(message, "traces.observed: is missing");
  CHECK_HOLDS(refusal(once, "traces: {observed: none.h5}\n", ErrorKind::data), "none.h5");
}

TEST_CASE("invert: shots without observed traces are named") {
  const std::string message =
      failure_with([](int shot, Array<float>&) { return shot != 3 && shot != 5; }, ErrorKind::data);
  CHECK_HOLDS(message, "spec.yaml:10:20: error: traces.observed: ");
  CHECK_HOLDS(message, "in.h5 has no observed traces of 2 of the 8 shots: 3, 5; choose shots with select_shots");
}

TEST_CASE("invert: a selection that cannot be met is told by its place") {
  const auto select = [](const std::string& selection) {
    return refusal("{blocks: [{iterations: 1, select_shots: " + selection + "}]}", "", ErrorKind::data);
  };
  CHECK_HOLDS(select("{shot_ids: [2, 8]}"),
              "spec.yaml:10:47: error: loop.blocks[0]: select_shots.shot_ids: there is no shot 8; this run has 8 "
              "shots, 0 to 7");
  CHECK_HOLDS(select("{num: 9}"), "select_shots.num: asks for 9 shots, and there are 8; give 8 or less");
  CHECK_HOLDS(select("{start: 8}"), "select_shots.start: is 8, but this run has 8 shots");
  CHECK_HOLDS(refusal("{blocks: [{iterations: 1}], folds: 9}"), "8 shots cannot be split in 9 folds");
  CHECK_HOLDS(refusal("{blocks: [{iterations: 1}], folds: 2, fold: 2}"), "loop.fold: must be below folds (2), got 2");
  CHECK_HOLDS(refusal("{blocks: [{iterations: 1}], fold: 1}"), "loop.fold: needs folds");
  CHECK_HOLDS(refusal("{blocks: [{iterations: 1}], write_gradients: [raww]}"),
              "loop.write_gradients: there is no gradient 'raww'; write raw, preconditioned or processed");
}

TEST_CASE("invert: observed traces of another length, number or interval are told with both") {
  const stride::test::Folder other;
  const auto observed_as = [&](const std::string& from, const std::string& to) {
    std::string text = ring_spec();
    ForwardOptions options;
    options.overwrite = true;
    run_in(other, text.replace(text.find(from), from.size(), to), options);
    return "traces: {observed: " + (other / "out/ring-Acquisitions.h5") + "}\n";
  };
  CHECK_HOLDS(refusal(once, observed_as("num: 120", "num: 100"), ErrorKind::data),
              "of shot 0 has 100 samples, the record time.num = 120; give them one length");
  CHECK_HOLDS(refusal(once, observed_as("step: 0.2 us", "step: 0.25 us"), ErrorKind::data),
              "is sampled at 2.5e-07 s, time.step is 2e-07 s: resample it with `stride-cli process`");
  CHECK_HOLDS(refusal(once, observed_as("num: 8, radius", "num: 9, radius"), ErrorKind::data),
              "of shot 0 has 9 traces, the shot 8 receivers");
}

TEST_CASE("invert: an iteration to which nothing contributes is an error, not a loss of 0") {
  const std::string zero = failure_with(
      [](int, Array<float>& traces) {
        set_all(traces, 0);
        return true;
      },
      ErrorKind::failed);
  CHECK_HOLDS(zero, "iteration 0: all traces muted: no sample of the observed traces of shots 0, 1, 2, 3, 4, 5, 6, 7");
  CHECK_HOLDS(zero, "the state after 0 of 1 iterations is in ");
  const stride::test::Folder folder;
  CHECK_HOLDS(
      invert_failure(folder,
                     invert_spec(once, "process: [{pipeline: ProcessTraces, filter_offsets: true, offset_min: 1 m}]\n"),
                     {}, ErrorKind::failed),
      "all traces muted");
}

TEST_CASE("invert: one shot of zeros among others contributes nothing, and that is all") {
  const stride::test::Folder folder;
  write_observed(folder / "in.h5", [](int shot, Array<float>& traces) {
    if (shot == 4) set_all(traces, 0);
    return true;
  });
  const InvertSummary summary = invert_in(folder, invert_spec(once, "traces: {observed: in.h5}\n"));
  REQUIRE(summary.iterations[0].record.losses.size() == 8);
  CHECK(summary.iterations[0].record.losses[4] == 0);
  CHECK(summary.iterations[0].record.losses[3] > 0);
}

TEST_CASE("invert: NaN in observed traces ends the run by name, or leaves the shot out where some may be") {
  const auto spoil = [](int shot, Array<float>& traces) {
    if (shot == 1 || shot == 6) traces[2 * 120 + 70] = std::numeric_limits<float>::quiet_NaN();
    return true;
  };
  CHECK_HOLDS(failure_with(spoil, ErrorKind::data), "shot 1");
  // 20 % of 8 shots is one.
  CHECK_HOLDS(failure_with(spoil, ErrorKind::data, "{blocks: [{iterations: 1}], fail_above: 20 %}"), "shot ");

  const stride::test::Folder folder;
  write_observed(folder / "in.h5", spoil);
  std::vector<std::string> events;
  InvertOptions options;
  options.forward.on_event = [&](const Event& event) {
    if (event.kind == "quarantined") events.push_back(event.kind);
  };
  const InvertSummary summary = invert_in(
      folder, invert_spec("{blocks: [{iterations: 2}], fail_above: 50 %}", "traces: {observed: in.h5}\n"), options);
  REQUIRE(summary.quarantined.size() == 2);
  CHECK(summary.quarantined[0].shot_id == 1);
  CHECK(summary.quarantined[0].code == "incorrect_traces");
  CHECK(summary.quarantined[1].shot_id == 6);
  CHECK(events.size() == 2);
  for (const IterationReport& report : summary.iterations)
    CHECK(report.record.shot_ids == std::vector<int>{0, 2, 3, 4, 5, 7});
  const auto checkpoint = optimisation::Checkpoint::parsed(io::read_bytes(folder / "out/ring.checkpoint"));
  CHECK(checkpoint.provenance.quarantined.size() == 2);
  // The same as without them.
  const stride::test::Folder without;
  invert_in(without, invert_spec("{blocks: [{iterations: 2, select_shots: {shot_ids: [0, 2, 3, 4, 5, 7]}}]}"));
  const Array<float> a = model(folder, 2), b = model(without, 2);
  for (std::size_t n = 0; n < a.size(); ++n) CHECK(a[n] == doctest::Approx(b[n]).epsilon(1e-6));
}

TEST_CASE("invert: shares of the shots are counted without losing one to rounding") {
  InvertJob job;
  job.shots.resize(100);
  for (int percent = 0; percent <= 100; ++percent) {
    job.fail_above = percent / 100.0;
    CHECK(job.may_leave_out(0) == static_cast<std::size_t>(percent));
  }
  job.fail_above = 0.29;
  CHECK(job.may_leave_out(28) == 1);
  CHECK(job.may_leave_out(40) == 0);
  job.shots.resize(8);
  job.fail_above = 0.374;
  CHECK(job.may_leave_out(0) == 2);
}

TEST_CASE("invert: when every shot of an iteration is left out the run ends") {
  const std::string message = failure_with(
      [](int shot, Array<float>& traces) {
        if (shot < 2) traces[70] = std::numeric_limits<float>::quiet_NaN();
        return true;
      },
      ErrorKind::failed, "{blocks: [{iterations: 2, select_shots: {shot_ids: [0, 1]}}], fail_above: 50 %}");
  CHECK_HOLDS(message, "iteration 0: every shot was left out: ");
}

TEST_CASE("invert: a start model that explains the traces has a gradient of zero") {
  const stride::test::Folder same, folder;
  run_in(same, ring_spec());
  // A mute tapers the modelled traces alone.
  const std::string more = "process: [{pipeline: ProcessTraces, mute_traces: false}]\ntraces: {observed: " +
                           (same / "out/ring-Acquisitions.h5") + "}\n";
  CHECK_HOLDS(invert_failure(folder, invert_spec(once, more), {}, ErrorKind::failed),
              "iteration 0: the gradient is zero everywhere: the model explains the traces exactly");
}

TEST_CASE("invert: a mask that leaves nothing of the gradient is told") {
  const stride::test::Folder folder;
  io::write_field(folder / "mask.h5", true, Array<float>::zeros({41, 45}), {{41, 45}, {1e-3, 1e-3}, {8, 8}, {8, 8}},
                  {0, 2e-7, 120}, "1", {});
  CHECK_HOLDS(invert_failure(folder,
                             invert_spec(once,
                                         "fields: {none: mask.h5}\n"
                                         "process: [{pipeline: ProcessGlobalGradient, with: {mask: none}}]\n"),
                             {}, ErrorKind::failed),
              "nothing is left of the gradient after ProcessGlobalGradient; look at its mask");
}

TEST_CASE("invert: an update that leaves the stable range ends the run, and the checkpoint before it is whole") {
  const stride::test::Folder folder;
  const std::string text = invert_spec("{blocks: [{iterations: 1}, {iterations: 1, step_size: 150}]}");
  const std::string message = invert_failure(folder, text, {}, ErrorKind::failed);
  CHECK_HOLDS(message, "iteration 1: the update leads to a model that cannot be stepped: ");
  CHECK_HOLDS(message, "take a smaller step (optimiser.step_size, max_step), or bounds");
  CHECK_HOLDS(message, "; the state after 1 of 2 iterations is in " + (folder / "out/ring.checkpoint"));
  CHECK_HOLDS(stride::test::contents(folder / "out/ring.run.json"), "\"status\": \"failed\"");
  CHECK_FALSE(fs::exists(folder / "out/ring-Vp-00002.h5"));
  InvertOptions options = resuming();
  options.allow_changed = true;
  const InvertSummary summary =
      invert_in(folder, invert_spec("{blocks: [{iterations: 1}, {iterations: 1, step_size: 1}]}"), options);
  CHECK(summary.iterations_before == 1);
  CHECK(summary.iterations.size() == 1);
  // Far beyond, the speed turns negative or endless.
  const stride::test::Folder other;
  CHECK_HOLDS(invert_failure(other, invert_spec("{blocks: [{iterations: 1, step_size: 2000}]}"), {}, ErrorKind::failed),
              "no speed at all");
}

TEST_CASE("invert: a file that cannot be written ends the run, told with the iterations that are safe") {
  const stride::test::Folder folder, whole;
  const std::string text = invert_spec("{blocks: [{iterations: 3}]}");
  invert_in(whole, text);
  // In the way of the losses of the second iteration.
  InvertOptions options;
  options.on_iteration = [&](const IterationReport& report) {
    if (report.record.iteration > 0) return;
    fs::remove(folder / "out/ring-Losses.csv");
    fs::create_directory(folder / "out/ring-Losses.csv");
  };
  std::string message = invert_failure(folder, text, options);
  CHECK_HOLDS(message, "ring-Losses.csv");
  CHECK_HOLDS(message, "; the state after 1 of 3 iterations is in ");
  fs::remove(folder / "out/ring-Losses.csv");
  const InvertSummary summary = invert_in(folder, text, resuming());
  CHECK(summary.iterations_before == 1);
  CHECK(different(folder, whole) == std::vector<std::string>{});
}

TEST_CASE("invert: one run at a time on a folder") {
  const stride::test::Folder folder;
  fs::create_directory(folder / "out");
  {
    const RunLock other(folder / "out", "ring");
    CHECK_HOLDS(invert_failure(folder, invert_spec(once), {}, ErrorKind::failed),
                "another run of ring is at work here: process ");
  }
  CHECK(invert_in(folder, invert_spec(once)).iterations.size() == 1);
}

TEST_CASE("invert: options that do not go together") {
  const stride::test::Folder folder;
  InvertOptions options = resuming();
  options.restart_from = "1";
  CHECK_HOLDS(invert_failure(folder, invert_spec(once), options), "--restart-from: error: does not go with --resume");
  options = resuming();
  options.forward.overwrite = true;
  CHECK_HOLDS(invert_failure(folder, invert_spec(once), options),
              "--overwrite: error: does not go with --resume and --restart-from");
  CHECK_FALSE(fs::exists(folder / "out"));
}

TEST_CASE("invert: a mask and a trace set that are named have to be there") {
  CHECK_HOLDS(refusal(once, "process: [{pipeline: ProcessTraces, scale_per_shot: true, with: {scale_to: others}}]\n"),
              "there is no trace set 'others'; name it in traces:");
}
