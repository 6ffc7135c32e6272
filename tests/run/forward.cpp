#include "run/forward.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "core/error.hpp"
#include "io/acquisitions_writer.hpp"
#include "io/field_file.hpp"
#include "io/provenance_file.hpp"
#include "io/trace_source.hpp"
#include "run/forward_fixture.hpp"
#include "run/forward_job.hpp"
#include "runtime/cancellation.hpp"

using namespace stride;
using namespace stride::run;
using stride::run::test::ball_spec;
using stride::run::test::failure;
using stride::run::test::ring_spec;
using stride::run::test::run_in;

namespace {

namespace fs = std::filesystem;

const Space ring_space{{41, 45}, {1e-3, 1e-3}, {8, 8}, {8, 8}};
const Time ring_time{0, 2e-7, 120};

std::string result(const stride::test::Folder& folder, const std::string& name = "ring") {
  return stride::test::contents(folder / ("out/" + name + "-Acquisitions.h5"));
}

ForwardOptions of(const std::string& shots) {
  ForwardOptions options;
  options.shots = shots;
  return options;
}

// Shots 3 and 7 of the ring: a spike as wavelet, of `size` in shot 7; shot 3 has observed traces of ones when asked.
void write_acquisitions(const std::string& file, float size, bool observed) {
  io::AcquisitionsWriter writer(file, true, ring_space, ring_time, 2);
  for (const int id : {3, 7}) {
    Array<float> wavelet = Array<float>::zeros({1, ring_time.num});
    for (std::size_t n = 2; n < 9; ++n) wavelet[n] = (n % 2 == 0 ? 1.0F : -0.5F) * (id == 7 ? size : 1.0F);
    Array<float> ones = Array<float>::zeros({2, ring_time.num});
    std::fill(ones.begin(), ones.end(), 1.0F);
    const Array<float>&w = wavelet, &o = ones;
    std::vector<io::TraceSetOut> sets{{"wavelets", w.rows(), {id}}};
    if (observed && id == 3) sets.push_back({"observed", o.rows(), {0, 1}});
    writer.write_shot({id, {id}, {0, 1}}, sets);
  }
  writer.commit({});
}

std::string file_spec(const std::string& more = "") {
  std::string text = ring_spec("acquisitions: {file: in.h5}\n" + more);
  return text.erase(text.find("wavelets:"), text.find("acquisitions:") - text.find("wavelets:"));
}

}  // namespace

TEST_CASE("forward: the same bytes for any number of workers and threads, in 2-D and 3-D") {
  for (const std::string& text : {ring_spec(), ball_spec("physics: {kernel: OT4, interpolation: hicks}\n")}) {
    std::string first;
    const std::string name = text.find("ball") == std::string::npos ? "ring" : "ball";
    for (const auto& [workers, threads] : {std::pair{1, 1}, {2, 1}, {1, 3}, {3, 2}}) {
      const stride::test::Folder folder;
      ForwardOptions options;
      options.workers = workers;
      options.threads_per_worker = threads;
      const ForwardSummary summary = run_in(folder, text, options);
      CHECK(summary.workers == std::min(workers, name == "ring" ? 8 : 2));
      CHECK(summary.shots_run == summary.shots_total);
      const std::string bytes = result(folder, name);
      if (first.empty()) first = bytes;
      CHECK_FALSE(bytes.empty());
      CHECK((bytes == first));
      CHECK_FALSE(fs::exists(folder / ("out/" + name + ".partial")));
    }
  }
}

TEST_CASE("forward: the result holds traces that arrive when they should, and wavelets; the geometry goes with it") {
  const stride::test::Folder folder;
  const ForwardSummary summary = run_in(folder, ring_spec());
  CHECK(summary.outputs.size() == 3);
  CHECK(summary.steps == 118);
  CHECK(summary.points == 57 * 61);
  CHECK(summary.points_per_s > 0);
  CHECK(summary.peak_memory_bytes > 0);
  CHECK(fs::exists(folder / "out/ring-Geometry.h5"));
  CHECK(fs::exists(folder / "out/ring-Transducers.h5"));
  const auto file = io::open_acquisitions(folder / "out/ring-Acquisitions.h5");
  REQUIRE(file->shots().size() == 8);
  const Array<float> traces = file->read("observed", 0, 0, 8);
  const Array<float> wavelet = file->read("wavelets", 0, 0, 1);
  CHECK(std::abs(wavelet[20]) > 0);
  // Location 4 stands opposite of location 0, 24 mm away: 80 samples at 1500 m/s.
  const float* opposite = traces.rows().row(4);
  float early = 0, later = 0;
  for (std::size_t n = 0; n < 72; ++n) early = std::max(early, std::abs(opposite[n]));
  for (std::size_t n = 80; n < 120; ++n) later = std::max(later, std::abs(opposite[n]));
  CHECK(later > 100 * early);
  CHECK(stride::test::contents(folder / "out/ring.run.json").find("\"status\": \"done\"") != std::string::npos);
}

TEST_CASE("forward: some shots first, the rest later, gives the bytes of one run") {
  const stride::test::Folder whole, parts;
  run_in(whole, ring_spec());
  ForwardSummary summary = run_in(parts, ring_spec(), of("2,5-6"));
  CHECK(summary.shots_run == 3);
  CHECK(summary.missing == std::vector<int>{0, 1, 3, 4, 7});
  CHECK(fs::exists(parts / "out/ring.partial/shot-5.h5"));
  CHECK_FALSE(fs::exists(parts / "out/ring-Acquisitions.h5"));
  summary = run_in(parts, ring_spec());
  CHECK(summary.shots_found == 3);
  CHECK(summary.shots_run == 5);
  CHECK(summary.missing.empty());
  CHECK((result(parts) == result(whole)));
  CHECK_FALSE(fs::exists(parts / "out/ring.partial"));
  CHECK_HOLDS(failure(parts, ring_spec()), "ring-Acquisitions.h5 exists already: give --overwrite");
}

TEST_CASE("forward: a stop keeps finished shots, and the same run goes on from there") {
  const stride::test::Folder whole, stopped;
  run_in(whole, ring_spec());
  ForwardOptions options;
  options.workers = 2;
  int shots = 0;
  options.on_event = [&shots](const Event& event) {
    CHECK(event.points_per_s > 0);
    if (++shots == 3) runtime::request_stop(SIGTERM);
  };
  const std::string message = failure(stopped, ring_spec(), options, ErrorKind::interrupted);
  runtime::clear_stop_request();
  CHECK_HOLDS(message, "stopped by SIGTERM");
  CHECK_HOLDS(message, "of 8 shots are finished, and kept in ");
  CHECK_HOLDS(stride::test::contents(stopped / "out/ring.run.json"), "\"status\": \"interrupted\"");
  const ForwardSummary summary = run_in(stopped, ring_spec());
  CHECK(summary.shots_found >= 3);
  CHECK(summary.shots_found + summary.shots_run == 8);
  CHECK((result(stopped) == result(whole)));
}

TEST_CASE("forward: finished shots of another spec are refused by name, or replaced with overwrite") {
  const stride::test::Folder folder;
  run_in(folder, ring_spec(), of("0-3"));
  const std::string other = ring_spec("physics: {kernel: OT4}\n");
  CHECK_HOLDS(failure(folder, other, of("4")), "physics.kernel is auto there and OT4 here; give --overwrite or remove");
  ForwardOptions options = of("4");
  options.overwrite = true;
  const ForwardSummary summary = run_in(folder, other, options);
  CHECK(summary.shots_found == 0);
  CHECK(summary.missing == std::vector<int>{0, 1, 2, 3, 5, 6, 7});
}

TEST_CASE("forward: a damaged finished shot is named with the way out") {
  const stride::test::Folder folder;
  run_in(folder, ring_spec(), of("0-3"));
  std::ofstream(folder / "out/ring.partial/shot-2.h5") << "no HDF5";
  CHECK_HOLDS(failure(folder, ring_spec(), {}, ErrorKind::data), "shot-2.h5");
  fs::remove(folder / "out/ring.partial/shot-2.h5");
  CHECK(run_in(folder, ring_spec()).shots_found == 3);
}

TEST_CASE("forward: a run that was killed after its last rename is found complete") {
  const stride::test::Folder folder;
  run_in(folder, ring_spec(), of("0-3"));
  fs::copy(folder / "out/ring.partial", folder / "kept", fs::copy_options::recursive);
  run_in(folder, ring_spec());
  const std::string bytes = result(folder);
  fs::rename(folder / "kept", folder / "out/ring.partial");
  const ForwardSummary summary = run_in(folder, ring_spec());
  CHECK(summary.shots_run == 0);
  CHECK((result(folder) == bytes));
  CHECK_FALSE(fs::exists(folder / "out/ring.partial"));
}

TEST_CASE("forward: shots that are observed already are copied, not run") {
  const stride::test::Folder folder;
  write_acquisitions(folder / "in.h5", 1, true);
  const ForwardSummary summary = run_in(folder, file_spec());
  CHECK(summary.shots_run == 1);
  CHECK(summary.shots_copied == 1);
  const auto file = io::open_acquisitions(folder / "out/ring-Acquisitions.h5");
  const Array<float> copied = file->read("observed", 3, 0, 2), run = file->read("observed", 7, 0, 2);
  CHECK(std::all_of(copied.begin(), copied.end(), [](float value) { return value == 1.0F; }));
  CHECK(run[60] != 1.0F);
  CHECK(std::any_of(run.begin(), run.end(), [](float value) { return value != 0.0F; }));
}

TEST_CASE("forward: a shot that turns non-finite ends the run by name, or is left out with keep_going") {
  const stride::test::Folder folder;
  write_acquisitions(folder / "in.h5", 3e38F, false);
  CHECK_HOLDS(failure(folder, file_spec(), {}, ErrorKind::failed), "shot 7: the wave field is no longer finite");
  CHECK(fs::exists(folder / "out/ring.partial/shot-3.h5"));
  ForwardOptions options;
  options.keep_going = true;
  const ForwardSummary summary = run_in(folder, file_spec(), options);
  CHECK(summary.shots_found == 1);
  REQUIRE(summary.quarantined.size() == 1);
  CHECK(summary.quarantined[0].shot_id == 7);
  const std::string file = folder / "out/ring-Acquisitions.h5";
  CHECK(io::open_acquisitions(file)->shots().size() == 1);
  const auto provenance = io::read_provenance(file);
  REQUIRE(provenance);
  REQUIRE(provenance->quarantined.size() == 1);
  CHECK(provenance->quarantined[0].code == "not_finite");
}

TEST_CASE("forward: snapshots are what receivers on nodes record, for the shots asked for") {
  const stride::test::Folder folder;
  std::string text = ring_spec("physics: {dump_wavefield: {every: 40, shots: [1]}}\n");
  const std::string ring = "geometry: {type: elliptical, num: 8, radius: [12 mm, 14 mm]}";
  text.replace(text.find(ring), ring.size(), "geometry: {points: [[20 mm, 20 mm], [26 mm, 20 mm]]}");
  const ForwardSummary summary = run_in(folder, text);
  CHECK(summary.outputs.size() == 4);
  CHECK_FALSE(fs::exists(folder / "out/ring-Wavefield-0.h5"));
  io::Mapping mapping;
  mapping.file = folder / "out/ring-Wavefield-1.h5";
  mapping.dataset = "/data";
  mapping.axes = {"x", "y", "z"};
  mapping.spacing_m = {1, 1, 1};
  const Array<float> field = io::read_field(mapping).data;
  REQUIRE(field.shape() == Shape{2, 57, 61});
  const auto file = io::open_acquisitions(folder / "out/ring-Acquisitions.h5");
  const Array<float> traces = file->read("observed", 1, 0, 2);
  for (const std::size_t snapshot : {0U, 1U})
    for (const std::size_t receiver : {0U, 1U}) {
      const std::size_t x = receiver == 0 ? 20 : 26;
      const float value = field[(snapshot * 57 + x + 8) * 61 + 20 + 8];
      CHECK(value == doctest::Approx(traces.rows().row(receiver)[40 * (snapshot + 1)]).epsilon(1e-5));
      CHECK(value != 0);
    }
}

TEST_CASE("forward: what cannot be modelled is told before anything is written") {
  const stride::test::Folder folder;
  const auto with = [](const std::string& from, const std::string& to) {
    std::string text = ring_spec();
    return text.replace(text.find(from), from.size(), to);
  };
  CHECK_HOLDS(failure(folder, with("step: 0.2 us", "step: 0.6 us")), "spec.yaml:5:14: error: time.step");
  CHECK_HOLDS(failure(folder, with("step: 0.2 us", "step: 0.6 us")), "largest admissible");
  CHECK_HOLDS(failure(folder, with("radius: [12 mm", "radius: [22 mm")), "outside the inner domain");
  CHECK_HOLDS(failure(folder, with("num: 120", "num: 2")), "needs at least 3 samples");
  CHECK_HOLDS(failure(folder, ring_spec("physics: {dump_wavefield: {every: 5, shots: [9]}}\n")), "there is no shot 9");
  CHECK_HOLDS(failure(folder, ring_spec("physics: {dump_wavefield: {every: 119, shots: [0]}}\n")),
              "there would be no snapshot");
  // With a density the step may be longer than a PML is known to bear.
  std::string pml = with("step: 0.2 us", "step: 0.56 us") + "physics: {boundary: pml}\n";
  pml.replace(pml.find("{vp: {value: 1500}"), 18, "{rho: {value: 1000}, vp: {value: 1500}");
  CHECK_HOLDS(failure(folder, pml), "physics.boundary: pml is not known to be stable with kernel OT4");
  ForwardOptions options;
  options.memory_bytes = 1U << 20U;
  CHECK_HOLDS(failure(folder, ring_spec(), options), "the limit is 1.0 MiB: give more memory");
  options = {};
  options.threads = 2;
  options.workers = 3;
  CHECK_HOLDS(failure(folder, ring_spec(), options), "give at least 3, or fewer workers");
  CHECK_HOLDS(failure(folder, file_spec(), {}, ErrorKind::data), "no such file");
  CHECK_FALSE(fs::exists(folder / "out"));
}

TEST_CASE("forward: an edge without absorbing cells is warned of") {
  const auto warnings = [](const std::string& extra) {
    const stride::test::Folder folder;
    std::string text = ring_spec();
    const std::string given = "extra: 8, absorbing: 8";
    text.replace(text.find(given), given.size(), extra);
    spec::Diagnostics diagnostics;
    const spec::Spec spec = stride::run::test::read(text, folder, diagnostics);
    prepare_forward(spec, {}, diagnostics);
    CHECK(!diagnostics.has_errors());
    return diagnostics.render(false);
  };
  CHECK(warnings("extra: 8").empty());
  CHECK_HOLDS(warnings("extra: [8, 0]"), "spec.yaml:4:8: warning: space.absorbing: no cell along axis 1 absorbs");
}
