// Stops, restarts, and what is refused of them.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <csignal>
#include <filesystem>

#include "io/bytes_file.hpp"
#include "optimisation/loop/checkpoint.hpp"
#include "run/invert_fixture.hpp"
#include "runtime/cancellation.hpp"

using namespace stride;
using namespace stride::run;
using namespace stride::run::test;

namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

const std::string three = "{blocks: [{iterations: 3}]}";

// The run of three iterations, stopped after the first.
void stop_after_one(const stride::test::Folder& folder, const std::string& text) {
  InvertOptions options;
  options.on_iteration = [](const IterationReport&) { runtime::request_stop(SIGTERM); };
  const std::string message = invert_failure(folder, text, options, ErrorKind::interrupted);
  runtime::clear_stop_request();
  CHECK_HOLDS(message, "stopped by SIGTERM after 1 of 3 iterations; they are in the checkpoint ");
}

std::size_t iterations_in_checkpoint(const stride::test::Folder& folder) {
  return optimisation::Checkpoint::parsed(io::read_bytes(folder / "out/ring.checkpoint")).history.size();
}

// Same models, losses and loop file; what the optimiser counts may differ.
Names different_but_checkpoint(const stride::test::Folder& a, const stride::test::Folder& b) {
  Names names = different(a, b);
  std::erase(names, "ring.checkpoint");
  return names;
}

}  // namespace

TEST_CASE("invert resume: whatever the optimiser, a run that is stopped again and again ends in the same bytes") {
  const std::string loop =
      "{blocks: [{iterations: 3, select_shots: {num: 3, randomly: true}}, {iterations: 2, f_max: 0.2 MHz}], "
      "write_gradients: [processed]}";
  for (const std::string optimiser :
       {"{type: gradient_descent}", "{type: momentum, step_size: 0.5}",
        "{type: adam, step_size: 2.0e-6, force_step: true}", "{type: nlcg}", "{type: lbfgs, memory: 2}",
        "{process_grad: {global_norm: true}}",
        "{type: lbfgs, line_search: {type: wolfe, max_trials: 2}, process_model: {min: 1400, max: 1600}}"}) {
    CAPTURE(optimiser);
    const std::string text = invert_spec(loop, "optimiser: " + optimiser + "\n");
    const stride::test::Folder whole, parts;
    invert_in(whole, text);
    // After each iteration but the last, and in the middle of each but the first.
    CHECK(run_with_stops(parts, text) >= 5);
    CHECK(different(whole, parts) == Names{});
    CHECK(iterations_in_checkpoint(parts) == 5);
  }
}

TEST_CASE("invert resume: held-out shots, quarantine and half precision come back as well") {
  const stride::test::Folder whole, parts;
  const auto spoil = [](int shot, Array<float>& traces) {
    if (shot == 2) traces[70] = std::numeric_limits<float>::quiet_NaN();
    return true;
  };
  write_observed(whole / "in.h5", spoil);
  write_observed(parts / "in.h5", spoil);
  const std::string text = invert_spec("{blocks: [{iterations: 3}], folds: 4, fail_above: 50 %}",
                                       "traces: {observed: in.h5}\nphysics: {wavefield: {precision: f16}}\n");
  const InvertSummary summary = invert_in(whole, text);
  REQUIRE(summary.quarantined.size() == 1);
  CHECK(summary.quarantined[0].shot_id == 2);
  CHECK(run_with_stops(parts, text) >= 2);
  CHECK(different(whole, parts) == Names{});
}

TEST_CASE("invert resume: a stop is told, and kept in the record of the run") {
  const stride::test::Folder folder;
  stop_after_one(folder, invert_spec(three));
  CHECK(iterations_in_checkpoint(folder) == 1);
  CHECK_HOLDS(stride::test::contents(folder / "out/ring.run.json"), "\"status\": \"interrupted\"");
  CHECK_FALSE(fs::exists(folder / "out/.ring.lock"));
  const InvertSummary summary = invert_in(folder, invert_spec(three), resuming());
  CHECK(summary.iterations_before == 1);
  CHECK(summary.iterations.size() == 2);
}

TEST_CASE("invert resume: where there is nothing it begins, and a finished run is left as it is") {
  const stride::test::Folder folder;
  CHECK(invert_in(folder, invert_spec(three), resuming()).iterations.size() == 3);
  const auto before = results(folder);
  const InvertSummary summary = invert_in(folder, invert_spec(three), resuming());
  CHECK(summary.iterations.empty());
  CHECK(summary.iterations_before == 3);
  CHECK(summary.iterations_total == 3);
  CHECK(summary.model_file == folder / "out/ring-Vp-00003.h5");
  CHECK((results(folder) == before));
}

TEST_CASE("invert resume: more iterations may be added to a finished run") {
  const stride::test::Folder whole, longer;
  invert_in(whole, invert_spec(three));
  invert_in(longer, invert_spec("{blocks: [{iterations: 2}]}"));
  InvertOptions options = resuming();
  CHECK_HOLDS(invert_failure(longer, invert_spec(three), options),
              "loop.blocks[0].iterations is 2 there and 3 here; take the spec that it was made with, give "
              "--allow-changed to go on all the same, or --overwrite");
  options.allow_changed = true;
  CHECK(invert_in(longer, invert_spec(three), options).iterations.size() == 1);
  CHECK((stride::test::contents(whole / "out/ring-Vp-00003.h5") ==
         stride::test::contents(longer / "out/ring-Vp-00003.h5")));
}

TEST_CASE("invert resume: a changed spec is refused with all that differs, or goes on when allowed to") {
  const stride::test::Folder folder;
  stop_after_one(folder, invert_spec(three));
  const std::string other =
      invert_spec("{blocks: [{iterations: 3}], fail_above: 10 %}", "optimiser: {step_size: 0.5}\nseed: 3\n");
  const std::string message = invert_failure(folder, other, resuming());
  CHECK_HOLDS(message, "ring.checkpoint: belongs to another run: ");
  CHECK_HOLDS(message, "optimiser.step_size is 1 there and 0.5 here");
  CHECK_HOLDS(message, "loop.fail_above is ");
  CHECK_HOLDS(message, "seed is 0 there and 3 here");
  CHECK(iterations_in_checkpoint(folder) == 1);
  InvertOptions options = resuming();
  options.allow_changed = true;
  const InvertSummary summary = invert_in(folder, other, options);
  CHECK(summary.iterations_before == 1);
  CHECK(summary.iterations.back().record.step == 0.5);
  // From here on it is the checkpoint of the changed spec.
  CHECK(invert_in(folder, other, resuming()).iterations.empty());
}

TEST_CASE("invert resume: other inputs, another optimiser and another order of what was done are refused") {
  const stride::test::Folder folder;
  const auto as_is = [](int, Array<float>&) { return true; };
  write_observed(folder / "in.h5", as_is);
  const std::string traces = "traces: {observed: in.h5}\n";
  stop_after_one(folder, invert_spec(three, traces));
  InvertOptions allowed = resuming();
  allowed.allow_changed = true;
  CHECK_HOLDS(
      invert_failure(folder, invert_spec(three, traces + "optimiser: {type: adam}\n"), allowed, ErrorKind::data),
      "it is one of gradient_descent, not of adam");
  CHECK_HOLDS(invert_failure(folder, invert_spec("{blocks: [{iterations: 1}, {iterations: 2}]}", traces)), "--resume");
  stride::test::Folder two_blocks;
  invert_in(two_blocks, invert_spec("{blocks: [{iterations: 1}, {iterations: 2}]}"));
  CHECK_HOLDS(invert_failure(two_blocks, invert_spec("{blocks: [{iterations: 2}, {iterations: 1}]}"), allowed),
              "iteration 1 was the 1th of block 1; loop.blocks puts it elsewhere; change only iterations that have not "
              "been done");
  write_observed(folder / "in.h5", [](int, Array<float>& values) {
    values[0] = 1;
    return true;
  });
  CHECK_HOLDS(invert_failure(folder, invert_spec(three, traces), resuming()), "the input in.h5 has other content");
}

TEST_CASE("invert resume: a damaged checkpoint is named with a way out that works") {
  const stride::test::Folder whole, folder;
  const std::string text = invert_spec(three);
  invert_in(whole, text);
  const std::string file = folder / "out/ring.checkpoint";
  for (const bool cut : {false, true}) {
    InvertOptions anew;
    anew.forward.overwrite = true;
    invert_in(folder, text, anew);
    std::string bytes = io::read_bytes(file);
    if (cut)
      bytes.resize(bytes.size() / 2);
    else
      bytes[bytes.size() / 2] ^= 1;
    io::write_bytes(file, bytes);
    const std::string message = invert_failure(folder, text, resuming(), ErrorKind::data);
    CHECK_HOLDS(message,
                "ring.checkpoint: it is cut short or changed: its checksum does not match; go back to an "
                "iteration whose model file is there with --restart-from N");
    CHECK((io::read_bytes(file) == bytes));
    CHECK(invert_in(folder, text, going_back_to("2")).iterations.size() == 1);
    CHECK((stride::test::contents(folder / "out/ring-Vp-00003.h5") ==
           stride::test::contents(whole / "out/ring-Vp-00003.h5")));
    CHECK(invert_in(folder, text, resuming()).iterations.empty());
  }
}

TEST_CASE("invert restart: back to an iteration, by its number or block and number, and to the same end") {
  const std::string text = invert_spec("{blocks: [{iterations: 2}, {iterations: 2, f_max: 0.2 MHz}]}",
                                       "optimiser: {process_grad: {global_norm: true}}\n");
  const stride::test::Folder whole, again;
  invert_in(whole, text);
  invert_in(again, text);
  for (const auto& [where, left] : {std::pair{"3", 1U}, {"1:1", 1U}, {"1:0", 2U}, {"0:1", 3U}, {"0", 4U}, {"4", 0U}}) {
    CAPTURE(where);
    const InvertSummary summary = invert_in(again, text, going_back_to(where));
    CHECK(summary.iterations_before == 4 - left);
    CHECK(summary.iterations.size() == left);
    CHECK(different_but_checkpoint(whole, again) == Names{});
  }
}

TEST_CASE("invert restart: what was not reached, or is no iteration, is an error") {
  const stride::test::Folder folder, empty;
  const std::string text = invert_spec(three);
  stop_after_one(folder, text);
  const auto failure = [&](const std::string& where, ErrorKind kind) {
    return invert_failure(folder, text, going_back_to(where), kind);
  };
  CHECK(failure("2", ErrorKind::data) ==
        "--restart-from 2: 1 iterations are done: iteration 2 was not reached; give one that was begun, or --resume");
  CHECK_HOLDS(failure("x", ErrorKind::usage), "is neither an iteration nor block:iteration; write --restart-from 5");
  CHECK_HOLDS(failure("1:", ErrorKind::usage), "is neither an iteration nor block:iteration");
  CHECK_HOLDS(failure("-1", ErrorKind::usage), "is neither an iteration nor block:iteration");
  CHECK_HOLDS(failure("1:0", ErrorKind::usage),
              "there is no such block or iteration; there are 1 blocks, with 3 iterations in all");
  CHECK_HOLDS(failure("0:3", ErrorKind::usage), "there is no such block or iteration");
  CHECK_HOLDS(invert_failure(empty, text, going_back_to("0"), ErrorKind::data), "there is neither ");
  // A model that is gone cannot be gone back to.
  invert_in(folder, text, resuming());
  fs::remove(folder / "out/ring-Vp-00002.h5");
  CHECK_HOLDS(failure("2", ErrorKind::data), "ring-Vp-00002.h5");
  CHECK(iterations_in_checkpoint(folder) == 3);
}

TEST_CASE("invert restart: out of more iterations than the spec now asks for") {
  const stride::test::Folder folder;
  invert_in(folder, invert_spec(three));
  const std::string fewer = invert_spec("{blocks: [{iterations: 2}]}");
  InvertOptions options = resuming();
  options.allow_changed = true;
  CHECK_HOLDS(invert_failure(folder, fewer, options),
              "3 iterations are done, loop.blocks asks for 2; go back with --restart-from");
  options = going_back_to("1");
  options.allow_changed = true;
  CHECK(invert_in(folder, fewer, options).iterations.size() == 1);
}

TEST_CASE("invert resume: without a checkpoint the loop file and the models lead on") {
  const stride::test::Folder whole, folder;
  const std::string text = invert_spec(three);
  invert_in(whole, text);
  stop_after_one(folder, text);
  fs::remove(folder / "out/ring.checkpoint");
  const InvertSummary summary = invert_in(folder, text, resuming());
  CHECK(summary.iterations_before == 1);
  CHECK(summary.iterations.size() == 2);
  for (const char* file : {"ring-Vp-00002.h5", "ring-Vp-00003.h5", "ring-OptimisationLoop.h5"})
    CHECK((stride::test::contents(folder / (std::string("out/") + file)) ==
           stride::test::contents(whole / (std::string("out/") + file))));
  // Also to go back, to before an iteration and to the end of what was done.
  for (const char* where : {"1", "3"}) {
    fs::remove(folder / "out/ring.checkpoint");
    CHECK(invert_in(folder, text, going_back_to(where)).iterations_before == (where[0] == '1' ? 1 : 3));
    CHECK((stride::test::contents(folder / "out/ring-Vp-00003.h5") ==
           stride::test::contents(whole / "out/ring-Vp-00003.h5")));
  }
  // An iteration counts once its model is there.
  fs::remove(folder / "out/ring.checkpoint");
  fs::remove(folder / "out/ring-Vp-00003.h5");
  CHECK(invert_in(folder, text, resuming()).iterations_before == 2);
}

TEST_CASE("invert: what a killed run left half-written goes, and nothing else") {
  const stride::test::Folder folder;
  const std::string text = invert_spec(three);
  stop_after_one(folder, text);
  const Names of_others{".ring-Acquisitions.h5.7.tmp", ".rings-Vp.h5.7.tmp", ".ring-Vp-2-Vp.h5.7.tmp",
                        "ring-Vp.h5.7.tmp", ".ring-Vp.h5.7"};
  Names own{".ring-Vp.h5.7.tmp",
            ".ring-Vp-00002.h5.7.tmp",
            ".ring-ProcessedVpGrad-00002.h5.7.tmp",
            ".ring-OptimisationLoop.h5.7.tmp",
            ".ring-Losses.csv.7.tmp",
            ".ring.checkpoint.7.tmp"};
  for (const Names& names : {of_others, own})
    for (const std::string& name : names) std::ofstream(folder / ("out/" + name)) << "half";
  invert_in(folder, text, resuming());
  for (const std::string& name : of_others) CHECK_MESSAGE(fs::exists(folder / ("out/" + name)), name);
  for (const std::string& name : own) CHECK_MESSAGE(!fs::exists(folder / ("out/" + name)), name);
}

TEST_CASE("invert: a run that begins anew leaves nothing of the last one") {
  const stride::test::Folder folder, fresh;
  invert_in(folder, invert_spec("{blocks: [{iterations: 3}], write_gradients: [raw, processed]}"));
  const std::string text = invert_spec("{blocks: [{iterations: 1}]}");
  CHECK_HOLDS(invert_failure(folder, text),
              "ring.checkpoint exists: an inversion was begun here; give --resume to go on with it, --overwrite to "
              "begin anew, or choose another output folder");
  InvertOptions options;
  options.forward.overwrite = true;
  invert_in(folder, text, options);
  invert_in(fresh, text);
  CHECK(different(folder, fresh) == Names{});
}
