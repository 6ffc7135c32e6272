#include "run/invert_job.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "core/error.hpp"
#include "optimisation/optimiser/folds.hpp"
#include "pipelines/pipeline.hpp"
#include "problem/data_ref.hpp"
#include "run/invert_pipelines.hpp"
#include "run/run_start.hpp"

namespace stride::run {
namespace {

namespace fs = std::filesystem;
namespace acoustic = physics::acoustic;

// The traces named in `traces: {observed: ...}`, else those of the acquisitions file.
void open_observed(const spec::Spec& spec, InvertJob& job, spec::Diagnostics& diagnostics) {
  const auto named = spec.traces.find("observed");
  job.observed_role = "observed";
  if (named == spec.traces.end()) {
    job.observed = job.forward.acquisitions;
    if (!job.observed)
      diagnostics.error({spec.file, 1, 1}, "traces.observed",
                        "is missing, and there is nothing to compare with; name the file of the observed traces, as in "
                        "traces: {observed: data-Acquisitions.h5}",
                        ErrorKind::usage);
    return;
  }
  try {
    job.observed = problem::open_traces(named->second, "observed");
    add_input(job.forward.problem.input_files, job.observed->file());
  } catch (const Error& error) {
    problem::report(named->second, error, diagnostics);
  }
}

spec::Location where_observed(const spec::Spec& spec) {
  return where_in(spec, {spec.traces.contains("observed") ? "traces" : "acquisitions",
                         spec.traces.contains("observed") ? "observed" : "file"});
}

void check_time(const spec::Spec& spec, const InvertJob& job, spec::Diagnostics& diagnostics) {
  const Time there = job.observed->time();
  if (!there.known() || !spec.time.known() || std::abs(there.step_s / spec.time.step_s - 1) < 1e-9) return;
  diagnostics.error(where_observed(spec), "traces.observed",
                    fmt::format("{} is sampled at {:g} s, time.step is {:g} s: resample it with `stride-cli process`",
                                job.observed->file(), there.step_s, spec.time.step_s),
                    ErrorKind::data);
}

std::string some(const std::vector<int>& ids) {
  constexpr std::size_t most = 8;
  const std::vector<int> shown(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(std::min(ids.size(), most)));
  return fmt::format("{}{}", fmt::join(shown, ", "), ids.size() > most ? ", ..." : "");
}

// Each shot needs observed traces of its receivers, in their order, as long as the record.
void check_observed(const spec::Spec& spec, const InvertJob& job, spec::Diagnostics& diagnostics) {
  std::vector<int> absent;
  for (const problem::Shot* shot : job.shots) {
    const auto info = job.observed->info(job.observed_role, shot->id);
    if (!info) {
      absent.push_back(shot->id);
      continue;
    }
    std::string what;
    if (info->samples != spec.time.num)
      what =
          fmt::format("has {} samples, the record time.num = {}; give them one length", info->samples, spec.time.num);
    else if (info->traces != shot->receiver_ids.size())
      what = fmt::format(
          "has {} traces, the shot {} receivers; name acquisitions: {{file: ...}} that lists those of the "
          "data",
          info->traces, shot->receiver_ids.size());
    else if (!info->ids.empty() && info->ids != shot->receiver_ids)
      what =
          "has traces of other receivers, or in another order, than the shot; name acquisitions: {file: ...} that "
          "lists those of the data";
    if (what.empty()) continue;
    diagnostics.error(where_observed(spec), "traces.observed",
                      fmt::format("{}:{} of shot {} {}", job.observed->file(), info->hdf5_path, shot->id, what),
                      ErrorKind::data);
    return;
  }
  if (!absent.empty())
    diagnostics.error(
        where_observed(spec), "traces.observed",
        fmt::format("{} has no observed traces of {} of the {} shots: {}; choose shots with select_shots, or "
                    "name acquisitions: {{file: ...}} of the data",
                    job.observed->file(), absent.size(), job.shots.size(), some(absent)),
        ErrorKind::data);
}

void choose_shots(const spec::Spec& spec, InvertJob& job, spec::Diagnostics& diagnostics) {
  for (const problem::Shot& shot : job.forward.problem.shots)
    if (std::binary_search(job.forward.chosen.begin(), job.forward.chosen.end(), shot.id)) job.shots.push_back(&shot);
  const auto folds = spec.loop.maybe_integer("folds");
  // A fold beyond them has been told with the spec.
  if (!folds || spec.loop.maybe_integer("fold").value_or(0) >= *folds || job.shots.empty()) return;
  try {
    const auto all = optimisation::make_folds(job.shots.size(), static_cast<std::size_t>(*folds),
                                              static_cast<std::uint64_t>(spec.seed));
    const optimisation::Fold& fold = all.at(static_cast<std::size_t>(spec.loop.maybe_integer("fold").value_or(0)));
    std::vector<const problem::Shot*> training;
    for (const std::size_t position : fold.training) training.push_back(job.shots[position]);
    for (const std::size_t position : fold.held_out) job.held_out.push_back(job.shots[position]);
    job.shots = std::move(training);
  } catch (const Error& error) {
    diagnostics.error(spec.loop.where("folds"), "loop.folds", error.what(), error.kind());
  }
}

Block read_block(const spec::Spec& spec, std::size_t index, const InvertJob& job, spec::Diagnostics& diagnostics) {
  const spec::Values& values = spec.blocks[index];
  Block block;
  block.iterations = static_cast<std::size_t>(values.integer("iterations"));
  block.f_min_hz = values.maybe_number("f_min");
  block.f_max_hz = values.maybe_number("f_max");
  block.step = values.maybe_number("step_size").value_or(spec.optimiser.maybe_number("step_size").value_or(1));
  const auto loss = spec.nested.find(fmt::format("loop.blocks[{}].loss", index));
  block.loss = loss == spec.nested.end() ? spec.loss : loss->second;
  spec::Diagnostics of_block;
  const spec::Location where = block.f_max_hz ? values.where("f_max") : values.where();
  block.pipelines = shot_pipelines(spec, {block.f_min_hz, block.f_max_hz, where}, of_block);
  // What is wrong with the pipelines themselves is wrong in each block.
  for (const spec::Diagnostic& told : of_block.all()) {
    const auto same = [&](const spec::Diagnostic& known) { return known.path == told.path && known.what == told.what; };
    if (std::any_of(diagnostics.all().begin(), diagnostics.all().end(), same)) continue;
    if (told.severity == spec::Diagnostic::Severity::error)
      diagnostics.error(told.where, told.path, told.what, told.kind);
    else
      diagnostics.warning(told.where, told.path, told.what);
  }
  if (job.shots.empty()) return block;
  const auto selection = spec.nested.find(fmt::format("loop.blocks[{}].select_shots", index));
  try {
    block.walk.emplace(selection == spec.nested.end() ? spec::Values{} : selection->second, ids_of(job.shots),
                       spec.seed, index);
  } catch (const Error& error) {
    diagnostics.error(values.where("select_shots"), fmt::format("loop.blocks[{}]", index),
                      fmt::format("{}; {}", error.problem(), error.remedy()), error.kind());
  }
  return block;
}

// The highest frequency of the wavelets once processed.
double f_max_after(const pipelines::PipelinePlan& plan, const std::vector<const problem::Shot*>& shots,
                   const Time& time) {
  std::vector<problem::Shot> processed;
  std::map<const Array<float>*, std::shared_ptr<const Array<float>>> done;
  for (const problem::Shot* shot : shots) {
    auto& wavelets = done[shot->wavelets.get()];
    if (!wavelets) {
      pipelines::StepContext<float> context;
      context.roles = {"wavelets"};
      context.dt_s = time.step_s;
      context.t0_s = time.start_s;
      context.shot_id = shot->id;
      context.trace_ids = {shot->source_ids};
      operators::Arrays<float> arrays;
      arrays.push_back(shot->wavelets->clone());
      arrays = pipelines::make_pipeline<float>(plan, context).forward(std::move(arrays));
      wavelets = std::make_shared<const Array<float>>(std::move(arrays.front()));
    }
    processed.push_back(*shot);
    processed.back().wavelets = wavelets;
  }
  return wavelet_band(processed, time.step_s).f_max_hz;
}

void settle_store(const spec::Spec& spec, InvertJob& job) {
  const auto wavefield = spec.nested.find("physics.wavefield");
  const spec::Values values = wavefield == spec.nested.end() ? spec::Values{} : wavefield->second;
  const std::string precision = values.maybe_text("precision").value_or("f32");
  job.store.precision = precision == "f16"    ? acoustic::StoredPrecision::f16
                        : precision == "bf16" ? acoustic::StoredPrecision::bf16
                                              : acoustic::StoredPrecision::native;
  const auto fixed = values.maybe_integer("undersample");
  for (Block& block : job.blocks) {
    const double f_max = fixed ? 0 : f_max_after(block.pipelines.wavelets, job.shots, job.forward.problem.time);
    block.undersample = fixed       ? static_cast<std::size_t>(*fixed)
                        : f_max > 0 ? acoustic::automatic_undersample(f_max, job.forward.problem.time.step_s)
                                    : 4;
  }
}

void open_scale_to(const spec::Spec& spec, InvertJob& job, spec::Diagnostics& diagnostics) {
  for (const Block& block : job.blocks)
    for (const auto& [key, name] : block.pipelines.traces.with) {
      if (key != "scale_to" || job.scale_to.contains(name)) continue;
      const auto named = spec.traces.find(name);
      if (named == spec.traces.end()) {
        diagnostics.error(block.pipelines.traces.where, block.pipelines.traces.path + ".scale_to",
                          fmt::format("there is no trace set '{}'; name it in traces:", name));
        return;
      }
      try {
        job.scale_to[name] = problem::open_traces(named->second, name);
        add_input(job.forward.problem.input_files, named->second.file);
      } catch (const Error& error) {
        problem::report(named->second, error, diagnostics);
        return;
      }
    }
}

// Methods that compare the gradients of successive iterations want one scale for all.
void check_scale(const spec::Spec& spec, const InvertJob& job, spec::Diagnostics& diagnostics) {
  const std::string type = spec.optimiser.maybe_text("type").value_or("gradient_descent");
  if (type != "lbfgs" && type != "nlcg") return;
  for (const pipelines::StepCall& call : job.gradient_plan.steps)
    if (call.info->name == "norm_field" && !call.values.is_true("global_norm"))
      diagnostics.warning(
          spec.optimiser.where("type"), "optimiser.type",
          fmt::format("{} compares the gradients of successive iterations, and norm_field scales each by its "
                      "own largest value: give process_grad: {{global_norm: true}}, and a line_search",
                      type));
}

void require_loop(const spec::Spec& spec, spec::Diagnostics& diagnostics) {
  if (!spec.blocks.empty() || spec.where.contains("loop")) return;
  diagnostics.error({spec.file, 1, 1}, "loop",
                    "is missing, and there is nothing to iterate over; add it, as in loop: {blocks: [{f_max: 0.3 MHz, "
                    "iterations: 8}]}");
}

}  // namespace

std::vector<int> ids_of(const std::vector<const problem::Shot*>& shots) {
  std::vector<int> ids;
  ids.reserve(shots.size());
  for (const problem::Shot* shot : shots) ids.push_back(shot->id);
  return ids;
}

const Block& InvertJob::block_of(std::size_t iteration) const {
  const auto after =
      std::find_if(blocks.begin(), blocks.end(), [&](const Block& block) { return block.first > iteration; });
  return *(after - 1);
}

const problem::Shot& InvertJob::shot(int id) const {
  const auto& all = forward.problem.shots;
  return *std::lower_bound(all.begin(), all.end(), id,
                           [](const problem::Shot& shot, int wanted) { return shot.id < wanted; });
}

std::size_t InvertJob::may_leave_out(std::size_t left_out) const {
  // 0.29 * 100 is a little less than 29.
  const auto allowed = static_cast<std::size_t>(fail_above * static_cast<double>(shots.size()) + 1e-9);
  return allowed - std::min(allowed, left_out);
}

std::string InvertJob::field_file(const std::string& what, std::size_t version) const {
  const std::string number = version == 0 ? "" : fmt::format("-{:05d}", version);
  return (fs::path(forward.folder) / fmt::format("{}-{}{}.h5", forward.name, what, number)).string();
}

std::string InvertJob::loop_file() const {
  return (fs::path(forward.folder) / (forward.name + "-OptimisationLoop.h5")).string();
}

std::string InvertJob::losses_file() const {
  return (fs::path(forward.folder) / (forward.name + "-Losses.csv")).string();
}

std::string InvertJob::checkpoint_file() const {
  return (fs::path(forward.folder) / (forward.name + ".checkpoint")).string();
}

InvertJob prepare_invert(const spec::Spec& spec, const InvertOptions& options, spec::Diagnostics& diagnostics) {
  InvertJob job;
  require_loop(spec, diagnostics);
  job.forward = prepare_forward(spec, options.forward, diagnostics);
  job.forward.physics.settings.adjoint_stride = job.forward.physics.settings.compat_stride;
  job.fail_above = spec.loop.maybe_number("fail_above").value_or(0) / 100;
  choose_shots(spec, job, diagnostics);
  open_observed(spec, job, diagnostics);
  if (job.observed && spec.time.known()) {
    check_time(spec, job, diagnostics);
    check_observed(spec, job, diagnostics);
  }
  std::size_t first = 0;
  for (std::size_t b = 0; b < spec.blocks.size(); ++b) {
    if (!spec.blocks[b].has("iterations")) continue;
    job.blocks.push_back(read_block(spec, b, job, diagnostics));
    job.blocks.back().first = first;
    first += job.blocks.back().iterations;
  }
  job.gradient_plan = gradient_pipeline(spec, diagnostics);
  job.model_plan = model_pipeline(spec, diagnostics);
  check_scale(spec, job, diagnostics);
  open_scale_to(spec, job, diagnostics);
  if (!diagnostics.has_errors()) settle_store(spec, job);
  return job;
}

}  // namespace stride::run
