#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "pipelines/entry_reader.hpp"
#include "spec/section_reader.hpp"

namespace stride::pipelines {
namespace {

const spec::Key& entry_key(const std::string& name) {
  const std::vector<spec::Key>& keys = entry_keys();
  return *std::find_if(keys.begin(), keys.end(), [&](const spec::Key& key) { return key.name == name; });
}

const PipelineInfo* read_name(const spec::Node& entry, const std::string& path, Teller& teller, std::string& name) {
  if (entry.kind != spec::Node::Kind::mapping) {
    teller.error(entry.where, path, "an entry is a mapping, such as {pipeline: ProcessTraces, f_max: 0.5e6}");
    return nullptr;
  }
  const spec::Node* node = entry.find("pipeline");
  if (node == nullptr || node->kind != spec::Node::Kind::scalar) {
    teller.error(node == nullptr ? entry.where : node->where, path + ".pipeline",
                 fmt::format("the name of a pipeline is due: {}", fmt::join(pipeline_names(), ", ")));
    return nullptr;
  }
  name = node->scalar;
  const PipelineInfo* info = find_pipeline(name);
  if (info == nullptr)
    teller.error(node->where, path + ".pipeline", "there is no pipeline " + name + suggestion(name, pipeline_names()));
  return info;
}

// The switches, defaults filled in; those written are kept in the plan. nullopt: one is not admissible.
std::optional<spec::Values> read_switches(const spec::Node& entry, const PipelineInfo& info, PipelinePlan& plan,
                                          Teller& teller) {
  spec::Node given;
  given.kind = spec::Node::Kind::mapping;
  given.where = entry.where;
  for (const spec::Key& key : info.switches)
    for (const spec::Member& member : entry.members)
      if (member.key == key.name) given.members.push_back(member);
  spec::Diagnostics found;
  spec::Values switches = spec::read_section(given, plan.path, info.switches, found);
  teller.tell(found);
  if (found.has_errors()) return std::nullopt;
  for (const spec::Member& member : given.members)
    plan.values.set(member.key, switches.boolean(member.key), switches.where(member.key), true);
  return switches;
}

std::vector<ListedStep> default_steps(const PipelineInfo& info, const spec::Values& switches, const spec::Node& entry,
                                      const std::string& path) {
  std::vector<ListedStep> listed;
  for (const std::string& name : info.order(switches)) {
    ListedStep step;
    step.info = find_step(name);
    step.path = path;
    step.where = entry.where;
    listed.push_back(step);
  }
  return listed;
}

// Keeps the parameters written on the pipeline itself. Problems are told where the steps read them.
void keep_parameters(const ListedStep& step, const spec::Node& entry, PipelinePlan& plan) {
  for (const spec::Key& key : step.info->parameters) {
    const spec::Node* node = step.dump_name.empty() ? entry.find(key.name) : nullptr;
    if (node == nullptr || plan.values.has(key.name)) continue;
    spec::Diagnostics told_elsewhere;
    spec::Values::Value value = false;
    if (spec::read_value(*node, plan.path + "." + key.name, key, told_elsewhere, value))
      plan.values.set(key.name, value, node->where, true);
  }
}

// Reads the adjoint key of a mapping; `otherwise` where it is absent.
bool reads_passthrough(const spec::Node* mapping, const std::string& path, bool otherwise, Teller& teller) {
  const spec::Node* node = mapping == nullptr ? nullptr : mapping->find("adjoint");
  if (node == nullptr) return otherwise;
  spec::Diagnostics found;
  spec::Values::Value value = std::string();
  const bool read = spec::read_value(*node, path + ".adjoint", entry_key("adjoint"), found, value);
  teller.tell(found);
  return read && std::get<std::string>(value) == "passthrough";
}

void check_roles(const ListedStep& step, const PipelinePlan& plan, Teller& teller) {
  const std::vector<std::string>& only = step.info->only_roles;
  for (const std::string& role : plan.on)
    if (!only.empty() && std::find(only.begin(), only.end(), role) == only.end())
      teller.error(step.where, step.path,
                   fmt::format("{} is for {} only, this pipeline acts on {}", step.info->name, fmt::join(only, ", "),
                               fmt::join(plan.on, ", ")));
}

void add_call(const ListedStep& step, const spec::Node& entry, PipelinePlan& plan, Teller& teller) {
  check_roles(step, plan, teller);
  keep_parameters(step, entry, plan);
  StepCall call;
  call.info = step.info;
  call.path = step.path;
  call.dump_name = step.dump_name;
  const bool whole = reads_passthrough(&entry, plan.path, false, teller);
  call.passthrough = reads_passthrough(step.parameters, step.path, whole, teller);
  std::optional<spec::Values> values = read_step_values(step, entry, plan.path, teller);
  if (!values) return;
  call.values = std::move(*values);
  const bool enabled = !call.info->enabled || call.info->enabled(call.values);
  if (call.passthrough && call.info->new_dt_s && enabled)
    teller.error(step.where, step.path,
                 call.info->name + " changes the number of samples: gradients cannot pass it unchanged");
  plan.steps.push_back(std::move(call));
}

}  // namespace

PipelinePlan read_pipeline(const spec::Node& entry, const std::string& path, spec::Diagnostics& diagnostics) {
  Teller teller(diagnostics);
  PipelinePlan plan;
  plan.path = path;
  plan.where = entry.where;
  plan.values.set_where(entry.where);
  const PipelineInfo* info = read_name(entry, path, teller, plan.name);
  if (info == nullptr) return plan;
  plan.acts = info->acts;
  plan.on = read_roles(entry, *info, path, teller);
  if (const spec::Node* on = entry.find("on")) plan.values.set("on", plan.on, on->where, true);

  const std::optional<spec::Values> switches = read_switches(entry, *info, plan, teller);
  if (!switches) return plan;
  const spec::Node* list = entry.find("steps");
  std::vector<ListedStep> listed = list != nullptr ? read_step_list(*list, path + ".steps", info->acts, teller)
                                                   : default_steps(*info, *switches, entry, path);
  check_keys(entry, *info, listed, path, teller);
  for (const ListedStep& step : place_dumps(std::move(listed), entry, info->name, path, teller))
    add_call(step, entry, plan, teller);
  read_with(plan, entry, teller);
  check_steps(plan, {}, teller);
  return plan;
}

}  // namespace stride::pipelines
