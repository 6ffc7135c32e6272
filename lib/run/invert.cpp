#include "run/invert.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>

#include "core/error.hpp"
#include "io/acquisitions_writer.hpp"
#include "io/bytes_file.hpp"
#include "run/invert_division.hpp"
#include "run/invert_job.hpp"
#include "run/invert_loop.hpp"
#include "run/invert_state.hpp"
#include "run/invert_update.hpp"
#include "run/job_outputs.hpp"
#include "run/run_lock.hpp"
#include "run/run_record.hpp"
#include "run/run_start.hpp"
#include "runtime/cancellation.hpp"

namespace stride::run {
namespace {

using Clock = std::chrono::steady_clock;

bool goes_on(const InvertOptions& options) {
  return options.resume || !options.restart_from.empty();
}

// What is there already is either gone on with, or replaced, or in the way.
void check_outputs(const spec::Spec& spec, const InvertOptions& options, const InvertJob& job,
                   spec::Diagnostics& diagnostics) {
  const spec::Location where = output_where(spec);
  for (std::size_t version = 0; version <= job.iterations(); ++version)
    check_output(job.field_file("Vp", version), job.forward.problem.input_files, true, where, diagnostics);
  const std::vector<std::string> there = earlier_files(job);
  if (there.empty() || goes_on(options) || options.forward.overwrite) return;
  diagnostics.error(
      where, "output.folder",
      fmt::format("{} exists: an inversion was begun here; give --resume to go on with it, --overwrite to "
                  "begin anew, or choose another output folder",
                  there.front()));
}

void check_options(const InvertOptions& options, spec::Diagnostics& diagnostics) {
  if (options.resume && !options.restart_from.empty())
    diagnostics.error({"--restart-from", 0, 0}, "", "does not go with --resume; give one of them");
  if (goes_on(options) && options.forward.overwrite)
    diagnostics.error({"--overwrite", 0, 0}, "",
                      "does not go with --resume and --restart-from, which replace files by themselves");
}

InvertJob settle(const spec::Spec& spec, const InvertOptions& options, spec::Diagnostics& diagnostics) {
  check_options(options, diagnostics);
  InvertJob job = prepare_invert(spec, options, diagnostics);
  diagnostics.throw_if_errors();
  check_outputs(spec, options, job, diagnostics);
  divide_inversion(spec, options, job, diagnostics);
  diagnostics.throw_if_errors();
  job.forward.provenance = provenance_of(spec);
  hash_inputs(job.forward.problem.input_files, job.forward.provenance);
  if (options.forward.on_checked) options.forward.on_checked(diagnostics);
  return job;
}

InvertSummary begin_summary(const InvertJob& job, std::size_t done) {
  InvertSummary summary;
  summary.iterations_before = done;
  summary.iterations_total = job.iterations();
  summary.kernel = physics::acoustic::to_string(job.forward.stability.kernel);
  summary.strategy = strategy_text(job.store);
  for (const Block& block : job.blocks) summary.undersample.push_back(block.undersample);
  summary.workers = job.forward.division.workers;
  summary.threads_per_worker = job.forward.division.threads_per_worker;
  summary.predicted_memory_bytes = job.forward.division.peak_bytes();
  return summary;
}

[[noreturn]] void stopped(const InvertJob& job, std::size_t done) {
  throw Error(ErrorKind::interrupted, "",
              fmt::format("stopped by {} after {} of {} iterations; they are in the checkpoint {}",
                          runtime::stop_signal_name(), done, job.iterations(), job.checkpoint_file()),
              "the same command with --resume goes on from there");
}

// The start on disk, or what is gone on with brought into line: from here on there is a checkpoint.
void open_state(const InvertJob& job, const InvertOptions& options, const optimisation::Checkpoint& state) {
  remove_unfinished(job);
  if (!goes_on(options)) remove_earlier(job);
  const problem::Problem& problem = job.forward.problem;
  io::write_bytes(job.checkpoint_file(), state.serialize());
  if (state.history.empty())
    io::write_field(job.field_file("Vp", 0), true, state.model, problem.space, problem.time, "m/s", state.provenance);
}

void iterate(const spec::Spec& spec, const InvertOptions& options, const InvertJob& job, InvertSummary& summary,
             optimisation::Checkpoint& state, ModelUpdate& update) {
  InvertLoop loop(spec, job, options, update, state);
  while (loop.next() < job.iterations()) {
    // What the checkpoint holds until this one is all on disk.
    const std::size_t done = loop.next();
    if (runtime::stop_requested()) stopped(job, done);
    try {
      summary.iterations.push_back(loop.iterate());
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::interrupted) stopped(job, done);
      throw Error(error.kind(), error.where(), error.problem(),
                  error.remedy() + (error.remedy().empty() ? "" : "; ") +
                      fmt::format("the state after {} of {} iterations is in {}", done, job.iterations(),
                                  job.checkpoint_file()));
    }
    if (options.on_iteration) options.on_iteration(summary.iterations.back());
  }
  for (const CountedNote& note : loop.take_notes())
    if (note.warning) spdlog::warn("{}: {} ({} traces over {} shots)", note.step, note.text, note.count, note.shots);
}

InvertSummary invert(const spec::Spec& spec, const InvertOptions& options, const InvertJob& job,
                     optimisation::Checkpoint state, ModelUpdate& update) {
  update.set_model(state.model.clone());
  update.optimiser().deserialize(state.optimiser, state.model.shape());
  update.keep_norms(state.kept_norms);
  InvertSummary summary = begin_summary(job, state.history.size());
  open_state(job, options, state);
  iterate(spec, options, job, summary, state, update);
  summary.model_file = job.field_file("Vp", state.history.size());
  summary.outputs = {summary.model_file, job.loop_file(), job.losses_file(), job.checkpoint_file()};
  summary.quarantined = state.provenance.quarantined;
  return summary;
}

}  // namespace

void check_invert(const spec::Spec& spec, const InvertOptions& options, spec::Diagnostics& diagnostics) {
  check_options(options, diagnostics);
  const InvertJob job = prepare_invert(spec, options, diagnostics);
  if (!diagnostics.has_errors()) ModelUpdate(spec, job);
}

InvertSummary run_invert(const spec::Spec& spec, const InvertOptions& options, spec::Diagnostics& diagnostics) {
  const auto start = Clock::now();
  RunRecord record(spec.output.folder, spec.name, options.forward.command_line, 0);
  return record.end_with(start, [&] {
    std::optional<RunLock> lock;
    std::error_code ignored;
    // Before anything is looked at that another run may be changing; a folder that is not there holds nothing.
    if (std::filesystem::is_directory(spec.output.folder, ignored)) lock.emplace(spec.output.folder, spec.name);
    const InvertJob job = settle(spec, options, diagnostics);
    // What these refuse is found before anything is written.
    ModelUpdate update(spec, job);
    optimisation::Checkpoint state = first_state(job, options, update.optimiser().wrapped());
    record.set_threads(job.forward.division.workers * job.forward.division.threads_per_worker);
    make_output_folder(spec.output.folder);
    if (!lock) lock.emplace(spec.output.folder, spec.name);
    record.start();
    return invert(spec, options, job, std::move(state), update);
  });
}

}  // namespace stride::run
