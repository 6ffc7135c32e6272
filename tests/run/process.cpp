#include "run/process.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include "core/error.hpp"
#include "io/acquisitions_writer.hpp"
#include "io/trace_source.hpp"
#include "runtime/cancellation.hpp"
#include "support/folder.hpp"

using namespace stride;
using namespace stride::run;

namespace {

constexpr std::size_t traces = 3, samples = 100;

// Shots 0, 10, 20, ... of random-looking traces; shot `bad` has a NaN.
void make_input(const std::string& file, int shots, int bad = -1) {
  io::AcquisitionsWriter writer(file, true, Space{}, Time{0, 1e-7, samples}, static_cast<std::size_t>(shots));
  for (int n = 0; n < shots; ++n) {
    auto data = Array<float>::uninitialised({traces, samples});
    for (std::size_t i = 0; i < data.size(); ++i)
      data[i] = static_cast<float>((i * 7919 + static_cast<std::size_t>(n) * 104729) % 1000) - 500;
    if (10 * n == bad) data[150] = std::numeric_limits<float>::quiet_NaN();
    const Array<float>& written = data;
    writer.write_shot({10 * n, {0}, {1, 2, 3}}, {{"observed", written.rows(), {1, 2, 3}}});
  }
  writer.commit({});
}

spec::Spec read(const test::Folder& folder, spec::Diagnostics& diagnostics, const std::string& process) {
  return spec::read_spec_text(
      "version: 1\nname: t\noutput: {folder: out}\ntraces: {observed: in.h5}\nprocess: " + process, "spec.yaml",
      folder.path(), {}, diagnostics);
}

ProcessSummary run_in(const test::Folder& folder, ProcessOptions options,
                      const std::string& process = "[{pipeline: ProcessObserved, f_max: 1 MHz}]") {
  spec::Diagnostics diagnostics;
  const spec::Spec spec = read(folder, diagnostics, process);
  return run_process(spec, options, diagnostics);
}

std::size_t files_in(const std::string& folder) {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++count;
  return count;
}

}  // namespace

TEST_CASE("process: the same bytes for any number of threads and a record of the run") {
  const test::Folder folder;
  make_input(folder / "in.h5", 12);
  std::string first;
  for (const int threads : {1, 2, 5}) {
    ProcessOptions options;
    options.threads = threads;
    options.overwrite = true;
    const ProcessSummary summary = run_in(folder, options);
    CHECK(summary.shots == 12);
    CHECK(summary.traces == 36);
    const std::string bytes = test::contents(folder / "out/t-Acquisitions.h5");
    if (first.empty()) first = bytes;
    CHECK((bytes == first));
    CHECK(test::contents(folder / "out/t.run.json").find("\"status\": \"done\"") != std::string::npos);
  }
}

TEST_CASE("process: a bad shot stops the run and leaves nothing") {
  const test::Folder folder;
  make_input(folder / "in.h5", 6, 30);
  ProcessOptions options;
  options.threads = 2;
  std::string message;
  try {
    run_in(folder, options);
  } catch (const Error& error) {
    message = error.what();
    CHECK(error.kind() == ErrorKind::data);
  }
  CHECK(message.find("in.h5: shot 30, observed: 1 trace with NaN or infinite samples: 2") != std::string::npos);
  CHECK(files_in(folder / "out") == 1);  // the record
  CHECK(test::contents(folder / "out/t.run.json").find("\"status\": \"failed\"") != std::string::npos);
}

TEST_CASE("process: keep_going leaves a bad shot out and says so in the result") {
  const test::Folder folder;
  make_input(folder / "in.h5", 6, 30);
  ProcessOptions options;
  options.threads = 2;
  options.keep_going = true;
  const ProcessSummary summary = run_in(folder, options);
  CHECK(summary.shots == 5);
  REQUIRE(summary.quarantined.size() == 1);
  CHECK(summary.quarantined[0].shot_id == 30);
  CHECK(summary.quarantined[0].code == "incorrect_traces");
  const auto result = io::open_acquisitions(folder / "out/t-Acquisitions.h5");
  CHECK(result->shots().size() == 5);
  for (const io::ShotInfo& shot : result->shots()) CHECK(shot.id != 30);
}

TEST_CASE("process: a stop that is asked for ends as interrupted, and nothing is left") {
  const test::Folder folder;
  make_input(folder / "in.h5", 6);
  ProcessOptions options;
  options.on_progress = [](const Progress& now) {
    if (now.shots_done == 2) runtime::request_stop(SIGTERM);
  };
  ErrorKind kind = ErrorKind::failed;
  try {
    run_in(folder, options);
  } catch (const Error& error) {
    kind = error.kind();
  }
  runtime::clear_stop_request();
  CHECK(kind == ErrorKind::interrupted);
  CHECK(files_in(folder / "out") == 1);
  CHECK(test::contents(folder / "out/t.run.json").find("\"status\": \"interrupted\"") != std::string::npos);
}

TEST_CASE("process: a stopped run does not go on to hash its inputs") {
  const test::Folder folder;
  make_input(folder / "in.h5", 6);
  ProcessOptions options;
  options.threads = 1;
  options.on_progress = [&folder](const Progress& now) {
    if (now.shots_done != 2) return;
    runtime::request_stop(SIGTERM);
    // What is open can be read on; to be hashed it would have to be opened.
    std::filesystem::remove(folder / "in.h5");
  };
  ErrorKind kind = ErrorKind::failed;
  try {
    run_in(folder, options);
  } catch (const Error& error) {
    kind = error.kind();
  }
  runtime::clear_stop_request();
  CHECK(kind == ErrorKind::interrupted);
}

TEST_CASE("process: a shot worked in pieces gives the same bytes, and whole-shot steps are refused with the need") {
  const test::Folder folder;
  make_input(folder / "in.h5", 3);
  ProcessOptions options;
  options.threads = 1;
  options.overwrite = true;
  run_in(folder, options);
  const std::string whole = test::contents(folder / "out/t-Acquisitions.h5");
  options.memory_bytes = (64U << 20U) + 2000;
  run_in(folder, options);
  CHECK((test::contents(folder / "out/t-Acquisitions.h5") == whole));
  CHECK_THROWS_WITH_AS(run_in(folder, options, "[{pipeline: ProcessTraces, on: observed}]"),
                       "--mem 64.0 MiB: one shot needs 2.3 KiB and the program 64.0 MiB; it cannot be worked in pieces "
                       "of traces: the step "
                       "norm_per_shot looks at all traces of a shot",
                       Error);
}

TEST_CASE("process: a resampled set gets the new time axis") {
  const test::Folder folder;
  make_input(folder / "in.h5", 2);
  run_in(folder, {}, "[{pipeline: ProcessObserved, steps: [{resample: {new_step: 0.2 us}}]}]");
  const auto result = io::open_acquisitions(folder / "out/t-Acquisitions.h5");
  CHECK(result->time().step_s == doctest::Approx(2e-7));
  CHECK(result->time().num == 50);
  CHECK(result->info("observed", 0)->samples == 50);
}

TEST_CASE("process: mistakes are told together, before anything is written") {
  const test::Folder folder;
  make_input(folder / "in.h5", 2);
  spec::Diagnostics diagnostics;
  const spec::Spec spec =
      read(folder, diagnostics,
           "[{pipeline: ProcessObserved, on: modelled}, {pipeline: ProcessObserved, f_max: 9 MHz, filter_type: fir}]");
  CHECK_THROWS_AS(run_process(spec, {}, diagnostics), Error);
  CHECK(diagnostics.error_count() == 2);
  CHECK_FALSE(std::filesystem::exists(folder / "out"));
}

TEST_CASE("process: modelled traces that lack a shot of the observed ones are refused by its id") {
  const test::Folder folder;
  make_input(folder / "in.h5", 4);
  make_input(folder / "m.h5", 3);
  spec::Diagnostics diagnostics;
  const spec::Spec spec = spec::read_spec_text(
      "version: 1\nname: t\noutput: {folder: out}\ntraces: {observed: in.h5, modelled: m.h5}\nprocess: [{pipeline: "
      "ProcessTraces}]\n",
      "spec.yaml", folder.path(), {}, diagnostics);
  CHECK_THROWS_AS(run_process(spec, {}, diagnostics), Error);
  REQUIRE(diagnostics.error_count() == 1);
  CHECK(diagnostics.all()[0].what.find("has no shot 30") != std::string::npos);
}

TEST_CASE("process: a field cannot go with itself") {
  const test::Folder folder;
  spec::Diagnostics diagnostics;
  const std::string vp = std::filesystem::absolute("data/small-Vp.h5").string();
  const spec::Spec spec =
      spec::read_spec_text("version: 1\nname: t\noutput: {folder: out}\nmedium: {vp: {file: " + vp +
                               "}}\nprocess: [{pipeline: ProcessGlobalGradient, on: vp, with: {model: vp}}]\n",
                           "spec.yaml", folder.path(), {}, diagnostics);
  CHECK_THROWS_AS(run_process(spec, {}, diagnostics), Error);
  REQUIRE(diagnostics.error_count() == 1);
  CHECK(diagnostics.all()[0].path == "process[0].with.model");
}
