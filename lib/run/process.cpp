#include "run/process.hpp"

#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <chrono>

#include "core/error.hpp"
#include "run/job_fields.hpp"
#include "run/process_traces.hpp"
#include "run/run_lock.hpp"
#include "run/run_record.hpp"
#include "run/run_start.hpp"
#include "runtime/threads.hpp"
#include "runtime/workers.hpp"

namespace stride::run {
namespace {

void say_what_runs(const ProcessJob& job) {
  for (const auto* entries : {&job.trace_entries, &job.field_entries})
    for (const ProcessEntry& entry : *entries) {
      const pipelines::PipelinePlan& plan = entry.pipeline;
      for (const pipelines::StepCall& call : plan.steps)
        if (!call.info->enabled || call.info->enabled(call.values))
          spdlog::info("{}: {} on {}", plan.name, call.info->name, fmt::join(plan.on, ", "));
      for (const std::string& line : pipelines::disabled_steps(plan)) spdlog::info(line);
    }
}

void run_job(const spec::Spec& spec, const ProcessOptions& options, ProcessJob& job, ProcessSummary& summary) {
  const auto allowed = runtime::allow_threads(options.threads);
  io::Provenance provenance = provenance_of(spec);
  const auto hash = [&] { hash_inputs(job.input_files, provenance); };
  if (job.trace_entries.empty()) {
    hash();
  } else {
    TraceRun traces(options, job);
    traces.run(summary, hash);
    provenance.quarantined = summary.quarantined;
    traces.commit(provenance, summary);
  }
  run_field_entries(spec, options, job, provenance, summary);
}

}  // namespace

void check_process(const spec::Spec& spec, const ProcessOptions& options, spec::Diagnostics& diagnostics) {
  prepare_process(spec, options, diagnostics);
}

ProcessSummary run_process(const spec::Spec& spec, const ProcessOptions& options, spec::Diagnostics& diagnostics) {
  const auto start = std::chrono::steady_clock::now();
  RunRecord record(spec.output.folder, spec.name, options.command_line, options.threads);
  return record.end_with(start, [&] {
    ProcessJob job = prepare_process(spec, options, diagnostics);
    diagnostics.throw_if_errors();
    say_what_runs(job);
    make_output_folder(spec.output.folder);
    const RunLock lock(spec.output.folder, spec.name);
    record.start();
    ProcessSummary summary;
    run_job(spec, options, job, summary);
    return summary;
  });
}

}  // namespace stride::run
