// The explicit lists of steps and pipelines, in help order. Adding a step: its file in steps/, one row here, one test.
#pragma once

#include <string>
#include <vector>

#include "pipelines/step.hpp"

namespace stride::pipelines {

const std::vector<StepInfo>& all_steps();
// The step of that name, or nullptr.
const StepInfo* find_step(const std::string& name);
std::vector<std::string> step_names();

// A default pipeline: which roles it acts on, its switches, and its steps in their fixed order.
struct PipelineInfo {
  std::string name;     // "ProcessTraces"
  std::string summary;  // one line
  Acts acts = Acts::on_traces;
  std::vector<std::string> roles;   // what it acts on by default, in this order
  std::vector<spec::Key> switches;  // booleans, each adding or removing one step at its fixed place
  std::function<std::vector<std::string>(const spec::Values& switches)> order;  // step names for these switches
};

const std::vector<PipelineInfo>& pipelines();
const PipelineInfo* find_pipeline(const std::string& name);
std::vector<std::string> pipeline_names();

}  // namespace stride::pipelines
