#include "run/forward.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>

#include "core/error.hpp"
#include "run/forward_division.hpp"
#include "run/forward_job.hpp"
#include "run/forward_output.hpp"
#include "run/forward_shots.hpp"
#include "run/run_lock.hpp"
#include "run/run_record.hpp"
#include "run/run_start.hpp"
#include "runtime/cancellation.hpp"

namespace stride::run {
namespace {

// Counts what is there before anything is modelled.
ForwardSummary begin_summary(const ForwardJob& job) {
  ForwardSummary summary;
  summary.shots_total = job.problem.shots.size();
  for (const problem::Shot& shot : job.problem.shots)
    if (job.partial->has(shot.id))
      ++summary.shots_found;
    else if (shot.observed)
      ++summary.shots_copied;
  summary.kernel = physics::acoustic::to_string(job.stability.kernel);
  summary.workers = job.division.workers;
  summary.threads_per_worker = job.division.threads_per_worker;
  summary.steps = job.steps();
  summary.points = job.points();
  summary.predicted_memory_bytes = job.division.peak_bytes();
  return summary;
}

ModellingHooks hooks_of(const ForwardOptions& options, ForwardJob& job, ForwardSummary& summary) {
  ModellingHooks hooks;
  const auto tell = [&options](const Event& event) {
    if (options.on_event) options.on_event(event);
  };
  // Without the medium, which is let go of when the model is made.
  hooks.done = [&job, &summary, tell](const problem::Shot& shot, const Array<float>& traces, double seconds) {
    job.partial->write(shot, traces, job.problem.space, job.problem.time);
    ++summary.shots_run;
    if (job.physics.dump.every > 0 && job.physics.dump.shots.contains(shot.id))
      summary.outputs.push_back(job.wavefield_file(shot.id));
    const double updates = static_cast<double>(job.points()) * static_cast<double>(job.steps());
    Event event{"shot", shot.id, "", seconds};
    event.points_per_s = seconds > 0 ? updates / seconds : 0;
    tell(event);
  };
  if (options.keep_going)
    hooks.failed = [&summary, tell](const problem::Shot& shot, const Error& error) {
      spdlog::warn("shot {} is left out: {}", shot.id, error.what());
      summary.quarantined.push_back({shot.id, "not_finite", error.what()});
      tell({"quarantined", shot.id, error.what(), 0});
      return true;
    };
  hooks.progress = options.on_progress;
  hooks.stop = &runtime::stop_requested;
  return hooks;
}

[[noreturn]] void stop_here(const ForwardJob& job, const ForwardSummary& summary) {
  const std::size_t there = summary.shots_total - missing_shots(job, summary).size();
  if (there == 0)
    throw Error(ErrorKind::interrupted, "",
                fmt::format("stopped by {} before any of {} shots was finished", runtime::stop_signal_name(),
                            summary.shots_total));
  throw Error(ErrorKind::interrupted, "",
              fmt::format("stopped by {}: {} of {} shots are finished, and kept in {}", runtime::stop_signal_name(),
                          there, summary.shots_total, job.partial->folder()),
              "the same command goes on from there");
}

void model_missing(const ForwardOptions& options, ForwardJob& job, ForwardSummary& summary) {
  const std::vector<const problem::Shot*> shots = job.to_run();
  if (shots.empty()) return;
  const Modelling modelling = model_shots(job, shots, true, hooks_of(options, job, summary));
  summary.points_per_s = modelling.seconds > 0 ? modelling.points / modelling.seconds : 0;
  summary.kernel_seconds = modelling.kernel_seconds;
  if (modelling.stopped) stop_here(job, summary);
}

void finish(const ForwardOptions& options, ForwardJob& job, ForwardSummary& summary) {
  summary.missing = missing_shots(job, summary);
  if (!summary.missing.empty()) {
    summary.partial_folder = job.partial->folder();
    return;
  }
  if (summary.quarantined.size() == summary.shots_total)
    throw Error(ErrorKind::failed, "", "every shot was left out: " + summary.quarantined.front().reason);
  std::sort(summary.outputs.begin(), summary.outputs.end());  // of the snapshots: the workers' order is none
  write_results(job, options.overwrite, summary);
  job.partial->remove();
}

ForwardJob settle(const spec::Spec& spec, const ForwardOptions& options, spec::Diagnostics& diagnostics) {
  ForwardJob job = prepare_forward(spec, options, diagnostics);
  diagnostics.throw_if_errors();
  find_finished(spec, options, job, diagnostics);
  divide_work(spec, options, job.to_run().size(), job, diagnostics);
  diagnostics.throw_if_errors();
  if (options.on_checked) options.on_checked(diagnostics);
  return job;
}

ForwardSummary model_all(const ForwardOptions& options, ForwardJob& job) {
  ForwardSummary summary = begin_summary(job);
  if (job.complete) {
    job.partial->remove();
    summary.outputs.push_back(job.acquisitions_file);
    return summary;
  }
  if (!job.partial->foreign().empty()) job.partial->remove();
  job.partial->open();
  try {
    model_missing(options, job, summary);
    finish(options, job, summary);
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(job.partial->folder(), ignored);  // only where no shot is in it
    throw;
  }
  return summary;
}

int threads_of(const ForwardJob& job) {
  return job.division.workers * job.division.threads_per_worker;
}

}  // namespace

void check_forward(const spec::Spec& spec, const ForwardOptions& options, spec::Diagnostics& diagnostics) {
  prepare_forward(spec, options, diagnostics);
}

ForwardSummary run_forward(const spec::Spec& spec, const ForwardOptions& options, spec::Diagnostics& diagnostics) {
  const auto start = std::chrono::steady_clock::now();
  RunRecord record(spec.output.folder, spec.name, options.command_line, 0);
  return record.end_with(start, [&] {
    ForwardJob job = settle(spec, options, diagnostics);
    record.set_threads(threads_of(job));
    make_output_folder(spec.output.folder);
    // Parts of the shots may be modelled at the same time, on several machines: each writes files of its own.
    std::optional<RunLock> lock;
    if (options.shots.empty()) lock.emplace(spec.output.folder, spec.name);
    record.start();
    return model_all(options, job);
  });
}

}  // namespace stride::run
