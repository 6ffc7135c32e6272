// The trace side of preparing a `process` run.
#pragma once

#include "run/process_job.hpp"

namespace stride::run {

// Opens every reference of `traces:` that a pipeline or operator needs, and the geometry.
void open_traces(const spec::Spec& spec, ProcessJob& job, spec::Diagnostics& diagnostics);

// The selected shots, in numeric order.
void choose_shots(const spec::Spec& spec, const ProcessOptions& options, ProcessJob& job,
                  spec::Diagnostics& diagnostics);

// Roles against what is there; corners, windows and lengths against the sampling; the time axes after the pipelines.
void check_trace_entries(ProcessJob& job, spec::Diagnostics& diagnostics);

}  // namespace stride::run
