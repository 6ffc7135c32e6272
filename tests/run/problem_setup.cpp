#include "run/problem_setup.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "core/error.hpp"
#include "io/acquisitions_writer.hpp"
#include "io/geometry_writer.hpp"
#include "run/shot_wavelets.hpp"
#include "support/folder.hpp"
#include "support/shared.hpp"

using namespace stride;
using namespace stride::run;

namespace {

const Space grid{{41, 41}, {1e-3, 1e-3}, {5, 5}, {5, 5}};
const Time record{0, 1e-7, 200};
const char* grid_text = "space: {shape: [41, 41], spacing: 1 mm, extra: 5}\ntime: {step: 0.1 us, num: 200}\n";
const char* medium_text = "medium: {vp: {value: 1500}}\n";
const char* ring_text = "geometry: {type: elliptical, num: 4}\n";
const char* burst_text = "wavelets: {type: tone_burst, f_centre: 0.3 MHz, cycles: 3}\n";

struct Outcome {
  problem::Problem problem;
  spec::Diagnostics diagnostics;

  std::string text() const { return diagnostics.render(false); }
  bool says(const std::string& part) const { return text().find(part) != std::string::npos; }
};

Outcome prepare(const std::string& text, const std::string& folder = ".", const std::string& shots = "") {
  Outcome outcome;
  const spec::Spec spec =
      spec::read_spec_text("version: 1\nname: t\n" + text, "t.yaml", folder, {}, outcome.diagnostics);
  outcome.problem = prepare_problem(spec, shots, outcome.diagnostics);
  return outcome;
}

std::vector<int> ids(const problem::Problem& problem) {
  std::vector<int> ids;
  for (const problem::Shot& shot : problem.shots) ids.push_back(shot.id);
  return ids;
}

// Shots with wavelets alone: still to be modelled.
void write_to_be_modelled(const std::string& file, const std::vector<io::ShotInfo>& shots) {
  io::AcquisitionsWriter writer(file, true, grid, record, shots.size());
  for (const io::ShotInfo& shot : shots) {
    Array<float> wavelets = Array<float>::zeros({shot.source_ids.size(), record.num});
    for (std::size_t r = 0; r < wavelets.rows().rows; ++r)
      wavelets.rows().row(r)[10] = static_cast<float>(10 * shot.id) + static_cast<float>(shot.source_ids[r]);
    const Array<float>& written = wavelets;
    writer.write_shot(shot, {{"wavelets", written.rows(), shot.source_ids}});
  }
  writer.commit({});
}

}  // namespace

TEST_CASE("prepare_problem: a whole problem, its parts in order") {
  const Outcome outcome = prepare(std::string(grid_text) + medium_text + ring_text + burst_text);
  REQUIRE_MESSAGE(outcome.text().empty(), outcome.text());
  const problem::Problem& problem = outcome.problem;
  CHECK(problem.space.shape == Shape{41, 41});
  CHECK(problem.time.num == 200);
  CHECK(problem.medium.vp.shape() == Shape{41, 41});
  CHECK(problem.geometry.locations().size() == 4);
  CHECK(ids(problem) == std::vector<int>{0, 1, 2, 3});
  CHECK(problem.input_files.empty());
  for (const problem::Shot& shot : problem.shots) {
    CHECK(shot.wavelets == problem.shots[0].wavelets);  // one array for all
    CHECK(shot.wavelets->shape() == Shape{1, 200});
  }
}

TEST_CASE("prepare_problem: every missing section is told with what to add") {
  const Outcome outcome = prepare("seed: 1\n");
  CHECK(outcome.diagnostics.error_count() == 5);
  CHECK(outcome.diagnostics.worst() == ErrorKind::usage);
  for (const char* section : {"space", "time", "medium", "geometry", "wavelets"}) {
    CAPTURE(section);
    CHECK(outcome.says("t.yaml:1:1: error: " + std::string(section) + ": is missing"));
    CHECK(outcome.says("as in " + std::string(section) + ": {"));
  }
}

TEST_CASE("prepare_problem: problems of all parts are told in one go") {
  const Outcome outcome = prepare(
      "space: {shape: [41, 41], spacing: 1 mm}\ntime: {step: 0.1 us, num: 50}\nmedium: {vp: {file: none.h5}}\n"
      "transducers: {file: none.h5}\ngeometry: {type: elliptical, num: 4, radius: 1 m}\n"
      "acquisitions: {sources: [9]}\nwavelets: {type: ricker, f_centre: 0.1 MHz}\n");
  CHECK(outcome.says("error: medium.vp: "));
  CHECK(outcome.says("error: transducers: "));
  CHECK(outcome.says("location 0 at (1.02, 0.02) m is outside the inner domain"));
  CHECK(outcome.says("there is no location 9"));
  CHECK(outcome.diagnostics.error_count() == 4);  // without shots there are no wavelets to make
  // What was wrong in the spec itself is not told twice.
  const Outcome wrong = prepare(
      "space: {shape: [41], spacing: 1 mm}\ntime: {step: -1}\nmedium: {vp: {value: 0}}\n"
      "geometry: {type: elliptical}\nwavelets: {type: ricker}\n");
  CHECK(wrong.diagnostics.error_count() == 5);
}

TEST_CASE("prepare_problem: shots are chosen by select_shots and by --shots") {
  const std::string text = std::string(grid_text) + medium_text + ring_text + burst_text;
  CHECK(ids(prepare(text, ".", "1-2").problem) == std::vector<int>{1, 2});
  CHECK(ids(prepare(text + "select_shots: {every: 2}\n").problem) == std::vector<int>{0, 2});
  CHECK(ids(prepare(text + "select_shots: {every: 2}\n", ".", "0-1").problem) == std::vector<int>{0});
  CHECK(prepare(text, ".", "7").says("--shots: error: acquisitions: has no shot 7"));
  CHECK(prepare(text, ".", "x").says("'x' is not a shot id"));
  CHECK(prepare(text + "select_shots: {shot_ids: [1, 8]}\n").says("there is no shot 8"));
}

TEST_CASE("prepare_problem: of a file only locations that a chosen shot uses must lie inside") {
  const test::Folder folder;
  io::write_geometry(folder / "g.h5", false, {{0, {0, 0}}, {1, {40e-3, 40e-3}}, {2, {41e-3, 0}}}, {}, {}, {});
  const std::string text = std::string(grid_text) + medium_text + burst_text + "geometry: {file: g.h5}\n";
  const Outcome all = prepare(text, folder.path());
  CHECK(all.says("t.yaml:7:18: error: geometry: location 2 at (0.0410000011, 0) m is outside"));
  CHECK(all.diagnostics.worst() == ErrorKind::data);
  const Outcome some = prepare(text + "acquisitions: {sources: all, receivers: [0, 1]}\n", folder.path(), "0-1");
  CHECK_MESSAGE(some.text().empty(), some.text());
  CHECK(some.problem.geometry.locations().at(1) == std::vector<double>{40 * 1e-3, 40 * 1e-3});
  CHECK(some.problem.input_files == std::vector<std::string>{folder / "g.h5"});
}

TEST_CASE("prepare_problem: an acquisitions file without observed data brings its own wavelets") {
  const test::Folder folder;
  write_to_be_modelled(folder / "a.h5", {{4, {1, 0}, {2, 3}}, {9, {2}, {0}}});
  const std::string text = std::string(grid_text) + medium_text + ring_text + "acquisitions: {file: a.h5}\n";
  const Outcome outcome = prepare(text, folder.path());
  REQUIRE_MESSAGE(outcome.text().empty(), outcome.text());
  CHECK(ids(outcome.problem) == std::vector<int>{4, 9});
  const problem::Shot& shot = outcome.problem.shots[0];
  CHECK_FALSE(shot.observed);
  CHECK(shot.source_ids == std::vector<int>{1, 0});
  CHECK(shot.receiver_ids == std::vector<int>{2, 3});
  REQUIRE(shot.wavelets->shape() == Shape{2, 200});
  CHECK(shot.wavelets->rows().row(0)[10] == 41);
  CHECK(shot.wavelets->rows().row(1)[10] == 40);
  CHECK(outcome.problem.input_files == std::vector<std::string>{folder / "a.h5"});
  // The section counts where there is one.
  const Outcome other = prepare(text + burst_text, folder.path());
  CHECK(other.problem.shots[1].wavelets->rows().row(0)[10] != 92);
}

TEST_CASE("prepare_problem: the files are listed once, in order of first use") {
  const test::Folder folder;
  write_to_be_modelled(folder / "a.h5", {{1, {1}, {0}}});
  io::write_geometry(folder / "g.h5", false, {{0, {0, 0}}, {1, {1e-3, 1e-3}}}, grid, record, {});
  io::write_transducers(folder / "t.h5", false, grid, record, {});
  Array<float> vp = Array<float>::uninitialised({41, 41});
  std::fill(vp.begin(), vp.end(), 1500.0F);
  io::write_field(folder / "vp.h5", false, vp, grid, record, "m/s", {});
  const Outcome outcome = prepare(std::string(grid_text) +
                                      "medium: {vp: {file: vp.h5}, rho: {file: vp.h5}}\ntransducers: {file: t.h5}\n"
                                      "geometry: {file: g.h5}\nacquisitions: {file: a.h5}\nwavelets: {file: a.h5}\n",
                                  folder.path());
  REQUIRE_MESSAGE(outcome.text().empty(), outcome.text());
  CHECK(outcome.problem.input_files ==
        std::vector<std::string>{folder / "vp.h5", folder / "g.h5", folder / "t.h5", folder / "a.h5"});
}

TEST_CASE("configs/forward.yaml is a problem as it stands") {
  spec::Diagnostics diagnostics;
  const spec::Spec spec = spec::read_spec("configs/forward.yaml", {}, diagnostics);
  const problem::Problem problem = prepare_problem(spec, "", diagnostics);
  REQUIRE_MESSAGE(diagnostics.all().empty(), diagnostics.render(false));
  CHECK(problem.shots.size() == 16);
  // What its comments say: points per wavelength, and the default ring.
  const double f_max_hz = wavelet_band(problem.shots, problem.time.step_s).f_max_hz;
  CHECK(1500 / (f_max_hz * problem.space.spacing_m[0]) == doctest::Approx(6.86).epsilon(0.01));
  CHECK(problem.geometry.locations().at(0)[0] == doctest::Approx(42.5e-3));
}

TEST_CASE("shared: the problem of the framework's own files") {
  STRIDE_NEEDS_SHARED();
  const Outcome outcome = prepare(
      "space: {shape: [101, 101], spacing: 0.5 mm, extra: 30, absorbing: 20}\n"
      "time: {step: 80 ns, num: 600}\nmedium: {vp: {file: ref2d-Vp.h5}}\n"
      "transducers: {file: ref2d-Transducers.h5}\ngeometry: {file: ref2d-Geometry.h5}\n"
      "acquisitions: {file: ref2d-Acquisitions.h5}\n",
      test::shared_folder() + "/refs/stride_files");
  REQUIRE_MESSAGE(outcome.text().empty(), outcome.text());
  CHECK_FALSE(outcome.problem.shots.empty());
  for (const problem::Shot& shot : outcome.problem.shots) {
    CHECK(shot.observed);
    CHECK(shot.wavelets->shape() == Shape{1, 600});
  }
}
