// From an entry of `process:` to a pipeline that can be run.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pipelines/pipeline.hpp"
#include "pipelines/step.hpp"
#include "spec/diagnostics.hpp"
#include "spec/node.hpp"

namespace stride::pipelines {

// One step of a planned pipeline with its parameters.
struct StepCall {
  const StepInfo* info = nullptr;
  spec::Values values;
  bool passthrough = false;  // `adjoint: passthrough`
  std::string dump_name;     // for dump steps: "after_filter_traces", named after the step before it
  std::string path;          // dotted path of the step (or of its pipeline) in the spec
};

// A checked entry of `process:`.
struct PipelinePlan {
  std::string name;
  Acts acts = Acts::on_traces;
  std::vector<std::string> on;                            // roles, in the order in which steps get them
  std::vector<std::pair<std::string, std::string>> with;  // `with: {model: vp}`
  std::vector<StepCall> steps;
  std::string path;  // "process[0]"
  spec::Location where;
  spec::Values values;  // the parameters written on the pipeline itself
};

// Reads and checks one entry; problems go to `diagnostics`. Unknown parameters, steps and pipelines get a suggestion.
PipelinePlan read_pipeline(const spec::Node& entry, const std::string& path, spec::Diagnostics& diagnostics);

// Checks what only the data can tell (corners against Nyquist, record length, geometry); points at the key that is
// wrong.
void check_pipeline(const PipelinePlan& plan, const CheckContext& context, spec::Diagnostics& diagnostics);

// The steps made for one shot or one field.
template <class Real>
Pipeline<Real> make_pipeline(const PipelinePlan& plan, const StepContext<Real>& context);

// The steps of the plan that do nothing because their enabling parameter is not given, each as a line for -v:
// "process[1]: mute_first_arrival does nothing: arrival_velocity, arrival_pick not given". make_pipeline leaves
// them out.
std::vector<std::string> disabled_steps(const PipelinePlan& plan);

// Name of the first step that needs whole shots, or "" when a shot may be worked in pieces of traces.
std::string first_whole_shot_step(const PipelinePlan& plan);

}  // namespace stride::pipelines
