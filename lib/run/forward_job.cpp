#include "run/forward_job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/error.hpp"
#include "io/provenance_file.hpp"
#include "physics/acoustic/layout.hpp"
#include "problem/data_ref.hpp"
#include "run/job_outputs.hpp"
#include "run/problem_setup.hpp"
#include "run/run_difference.hpp"
#include "run/run_start.hpp"
#include "run/shot_selection.hpp"

namespace stride::run {
namespace {

namespace fs = std::filesystem;
namespace acoustic = physics::acoustic;

std::vector<int> ids_of(const std::vector<problem::Shot>& shots) {
  std::vector<int> ids;
  for (const problem::Shot& shot : shots) ids.push_back(shot.id);
  return ids;
}

void choose_shots(const spec::Spec& spec, const ForwardOptions& options, ForwardJob& job,
                  spec::Diagnostics& diagnostics) {
  job.chosen = ids_of(job.problem.shots);
  if (options.shots.empty()) return;
  try {
    job.chosen = keep_shots(job.chosen, parse_shots(options.shots), job.chosen, spec.file);
  } catch (const Error& error) {
    diagnostics.error({"--shots", 0, 0}, "", error.what(), error.kind());
  }
}

// The shots whose traces are there are copied from the file that they came with.
void open_acquisitions(const spec::Spec& spec, ForwardJob& job, spec::Diagnostics& diagnostics) {
  const auto& shots = job.problem.shots;
  if (std::none_of(shots.begin(), shots.end(), [](const problem::Shot& shot) { return shot.observed; })) return;
  const spec::DataRef ref = problem::file_of(spec, spec.acquisitions, "acquisitions");
  try {
    job.acquisitions = problem::open_traces(ref, "observed");
  } catch (const Error& error) {
    problem::report(ref, error, diagnostics);
  }
}

void check_record(const spec::Spec& spec, spec::Diagnostics& diagnostics) {
  if (spec.time.known() && spec.time.num < 3)
    diagnostics.error(
        where_in(spec, {"time", "num"}), "time.num",
        fmt::format("is {}: modelling needs at least 3 samples, of which the first and the last stay zero",
                    spec.time.num));
}

// Of OT4 with a PML only what has been seen not to grow is taken.
void check_pml(const spec::Spec& spec, const ForwardJob& job, spec::Diagnostics& diagnostics) {
  const acoustic::Settings& settings = job.physics.settings;
  if (!acoustic::pml_is_untested(job.problem.space, settings, job.stability)) return;
  const double courant = acoustic::pml_ot4_courant(job.problem.space.dim());
  const double largest_s = job.problem.time.step_s * courant / job.stability.courant;
  diagnostics.error(
      spec.physics.where("boundary"), "physics.boundary",
      fmt::format("pml is not known to be stable with kernel OT4 beyond a Courant number of {:.3g}, here it "
                  "is {:.3g}: take time.step: {:.6g} or less, or boundary: sponge",
                  courant, job.stability.courant, std::floor(largest_s * 1e12) / 1e12));
}

// An edge without absorbing cells is a wall of zero pressure, which a user may have forgotten.
void check_edges(const spec::Spec& spec, const ForwardJob& job, spec::Diagnostics& diagnostics) {
  const std::vector<std::size_t>& absorbing = job.problem.space.absorbing;
  const auto bare = std::find(absorbing.begin(), absorbing.end(), 0U);
  if (bare == absorbing.end()) return;
  diagnostics.warning(
      where_in(spec, {"space"}), "space.absorbing",
      fmt::format("no cell along axis {} absorbs: its edges reflect every wave (zero pressure outside); "
                  "for an open edge give space.extra: 50 or so",
                  bare - absorbing.begin()));
}

void check_stability(const spec::Spec& spec, ForwardJob& job, spec::Diagnostics& diagnostics) {
  const problem::Problem& problem = job.problem;
  job.stability = acoustic::assess_stability(medium_view(problem), problem.time.step_s, job.physics.settings);
  const std::string unstable = acoustic::stability_error(job.stability, problem.time.step_s, job.physics.settings);
  if (!unstable.empty()) diagnostics.error(where_in(spec, {"time", "step"}), "time.step", unstable);
  check_pml(spec, job, diagnostics);
  check_edges(spec, job, diagnostics);
  job.band = wavelet_band(problem.shots, problem.time.step_s);
  if (job.band.f_max_hz <= 0) return;
  const std::string coarse = acoustic::dispersion_warning(job.stability, problem.space, job.band.f_max_hz);
  if (!coarse.empty()) diagnostics.warning(where_in(spec, {"space", "spacing"}), "space.spacing", coarse);
}

// True when `file` was written by a run of the same spec on the same inputs.
bool is_of_this_run(const std::string& file, const io::Provenance& provenance) {
  try {
    const auto there = io::read_provenance(file);
    return there && difference(*there, provenance).empty();
  } catch (const Error&) {
    return false;
  }
}

// What a run writes beside the final file may be left by one that was stopped: it is written again.
void check_beside(const std::string& file, const ForwardOptions& options, const ForwardJob& job,
                  const spec::Location& where, spec::Diagnostics& diagnostics) {
  if (file.empty()) return;
  std::error_code ignored;
  const bool ours = fs::exists(file, ignored) && is_of_this_run(file, job.provenance);
  check_output(file, job.problem.input_files, options.overwrite || ours, where, diagnostics);
}

void check_partial(const ForwardOptions& options, const ForwardJob& job, const spec::Location& where,
                   spec::Diagnostics& diagnostics) {
  if (job.partial->foreign().empty() || options.overwrite) return;
  diagnostics.error(where, "output.folder",
                    fmt::format("{} holds finished shots of another run: {}; give --overwrite or remove that folder to "
                                "begin anew, or choose another output folder",
                                job.partial->folder(), job.partial->foreign()));
}

}  // namespace

acoustic::MediumView medium_view(const problem::Problem& problem) {
  return medium_view(problem, problem.medium.vp);
}

acoustic::MediumView medium_view(const problem::Problem& problem, const Array<float>& vp) {
  const problem::Medium& medium = problem.medium;
  return {&problem.space, &vp, medium.rho.empty() ? nullptr : &medium.rho,
          medium.alpha.empty() ? nullptr : &medium.alpha};
}

std::vector<const problem::Shot*> ForwardJob::to_run() const {
  std::vector<const problem::Shot*> shots;
  for (const problem::Shot& shot : problem.shots)
    if (std::binary_search(chosen.begin(), chosen.end(), shot.id) && !is_there(shot)) shots.push_back(&shot);
  return shots;
}

std::string ForwardJob::wavefield_file(int shot_id) const {
  return (fs::path(folder) / fmt::format("{}-Wavefield-{}.h5", name, shot_id)).string();
}

spec::Location where_in(const spec::Spec& spec, const std::vector<std::string>& path) {
  spec::Location where{spec.file, 1, 1};
  const spec::Node* node = spec.root.get();
  for (const std::string& key : path) {
    const spec::Node* inner = node->find(key);
    if (inner == nullptr) break;
    node = inner;
    where = inner->where;
  }
  return where;
}

ForwardJob prepare_forward(const spec::Spec& spec, const ForwardOptions& options, spec::Diagnostics& diagnostics) {
  ForwardJob job;
  job.folder = spec.output.folder;
  job.name = spec.name;
  job.physics = read_physics(spec, diagnostics);
  job.problem = prepare_problem(spec, "", diagnostics);
  choose_shots(spec, options, job, diagnostics);
  open_acquisitions(spec, job, diagnostics);
  check_record(spec, diagnostics);
  const fs::path folder(job.folder);
  job.acquisitions_file = (folder / (spec.name + "-Acquisitions.h5")).string();
  if (!spec.geometry_file) job.geometry_file = (folder / (spec.name + "-Geometry.h5")).string();
  if (!spec.transducers.has("file")) job.transducers_file = (folder / (spec.name + "-Transducers.h5")).string();
  if (!job.problem.space.known() || !job.problem.time.known()) return job;
  check_physics(spec, job.physics, job.problem, diagnostics);
  if (!job.problem.medium.vp.empty()) check_stability(spec, job, diagnostics);
  job.extended = acoustic::make_layout(job.problem.space, job.physics.settings, sizeof(float)).extended();
  return job;
}

void find_finished(const spec::Spec& spec, const ForwardOptions& options, ForwardJob& job,
                   spec::Diagnostics& diagnostics) {
  job.provenance = provenance_of(spec);
  hash_inputs(job.problem.input_files, job.provenance);
  job.partial =
      std::make_unique<PartialShots>((fs::path(job.folder) / (job.name + ".partial")).string(), job.provenance);
  const spec::Location where = output_where(spec);
  check_partial(options, job, where, diagnostics);
  std::error_code ignored;
  job.complete = !job.partial->finished().empty() && job.partial->foreign().empty() &&
                 fs::exists(job.acquisitions_file, ignored) && is_of_this_run(job.acquisitions_file, job.provenance);
  check_output(job.acquisitions_file, job.problem.input_files, options.overwrite || job.complete, where, diagnostics);
  check_beside(job.geometry_file, options, job, where, diagnostics);
  check_beside(job.transducers_file, options, job, where, diagnostics);
  for (const int id : job.physics.dump.shots) check_beside(job.wavefield_file(id), options, job, where, diagnostics);
}

}  // namespace stride::run
