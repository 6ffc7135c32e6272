// A `process` run with everything settled before any sample is read: inputs open and checked, pipelines planned.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/space.hpp"
#include "io/field_file.hpp"
#include "io/trace_source.hpp"
#include "pipelines/plan.hpp"
#include "problem/geometry.hpp"
#include "run/operator_calls.hpp"
#include "run/process.hpp"
#include "spec/diagnostics.hpp"
#include "spec/spec.hpp"

namespace stride::run {

// One role of the traces and where it is read from.
struct TraceInput {
  std::string role;          // as the pipelines name it
  std::string role_in_file;  // as its file names it ("observed" in a file of modelled traces that has no "modelled")
  std::shared_ptr<io::TraceSource> source;
  Time time;
};

// One entry of `process:`, in order: a pipeline or a list of operators.
struct ProcessEntry {
  pipelines::PipelinePlan pipeline;  // when `operators` is empty
  std::vector<OperatorCall> operators;
};

struct ProcessJob {
  std::vector<ProcessEntry> trace_entries;
  std::vector<ProcessEntry> field_entries;
  std::map<std::string, TraceInput> traces;     // by role
  std::map<std::string, io::FieldFile> fields;  // by name: what the field pipelines act on or go with, read and checked
  std::vector<io::ShotInfo> shots;              // selected, in numeric order
  std::optional<problem::Geometry> geometry;
  Space space;
  Time observed_time, modelled_time;             // of what is written, after the pipelines
  std::string acquisitions_file, modelled_file;  // outputs; "" when there is nothing to write to them
  std::vector<std::string> input_files;          // to be hashed, in order of first use
};

// Opens what the spec names and checks pipelines against it. All problems go to `diagnostics`.
ProcessJob prepare_process(const spec::Spec& spec, const ProcessOptions& options, spec::Diagnostics& diagnostics);

}  // namespace stride::run
