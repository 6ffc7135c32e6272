#include "run/process_job.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "core/closest_match.hpp"
#include "core/error.hpp"
#include "run/job_fields.hpp"
#include "run/job_outputs.hpp"
#include "run/job_traces.hpp"

namespace stride::run {
namespace {

ProcessEntry read_entry(const spec::Node& node, const std::string& path, spec::Diagnostics& diagnostics) {
  ProcessEntry entry;
  if (const spec::Node* list = node.find("operators"); list != nullptr) {
    entry.operators = read_operator_calls(*list, path + ".operators", diagnostics);
    for (const spec::Member& member : node.members)
      if (member.key != "operators")
        diagnostics.error(member.key_where, path + "." + member.key, "an entry with operators: has no other key");
  } else {
    entry.pipeline = pipelines::read_pipeline(node, path, diagnostics);
  }
  return entry;
}

}  // namespace

ProcessJob prepare_process(const spec::Spec& spec, const ProcessOptions& options, spec::Diagnostics& diagnostics) {
  ProcessJob job;
  job.space = spec.space;
  if (spec.process.empty() && !diagnostics.has_errors())
    diagnostics.error({spec.file, 1, 1}, "process",
                      "nothing to do: give a list of pipelines, as `stride-cli init process` shows");
  for (std::size_t i = 0; i < spec.process.size(); ++i) {
    ProcessEntry entry = read_entry(*spec.process[i], fmt::format("process[{}]", i), diagnostics);
    const bool on_fields = entry.operators.empty() && entry.pipeline.acts == pipelines::Acts::on_fields;
    (on_fields ? job.field_entries : job.trace_entries).push_back(std::move(entry));
  }
  open_traces(spec, job, diagnostics);
  if (!job.traces.empty()) {
    choose_shots(spec, options, job, diagnostics);
    check_trace_entries(job, diagnostics);
  }
  if (job.traces.empty() && !job.trace_entries.empty() && spec.traces.empty())
    diagnostics.error({spec.file, 1, 1}, "traces",
                      "the pipelines act on traces, but none are named: give traces: {observed: FILE.h5}");
  check_field_entries(spec, job, diagnostics);
  settle_outputs(spec, options, job, diagnostics);
  return job;
}

}  // namespace stride::run
