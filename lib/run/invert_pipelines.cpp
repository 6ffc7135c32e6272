#include "run/invert_pipelines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "pipelines/table.hpp"
#include "spec/scalars.hpp"

namespace stride::run {
namespace {

constexpr double relaxation = 0.75;

struct Entry {
  spec::Node node;
  std::string path;
};

std::shared_ptr<spec::Node> scalar(const std::string& text, const spec::Location& where) {
  auto node = std::make_shared<spec::Node>();
  node->kind = spec::Node::Kind::scalar;
  node->scalar = text;
  node->where = where;
  return node;
}

Entry default_entry(const std::string& pipeline, const spec::Location& where) {
  Entry entry{{}, pipeline};
  entry.node.kind = spec::Node::Kind::mapping;
  entry.node.where = where;
  entry.node.members.push_back({"pipeline", where, scalar(pipeline, where)});
  return entry;
}

std::string name_of(const spec::Node& node) {
  const spec::Node* name = node.find("pipeline");
  return name == nullptr ? "" : name->scalar;
}

// The entry of `process:` for a pipeline; a second one is an error.
std::optional<Entry> written_entry(const spec::Spec& spec, const std::string& pipeline,
                                   spec::Diagnostics& diagnostics) {
  std::optional<Entry> found;
  for (std::size_t i = 0; i < spec.process.size(); ++i) {
    const spec::Node& node = *spec.process[i];
    if (name_of(node) != pipeline) continue;
    const std::string path = fmt::format("process[{}]", i);
    if (found)
      diagnostics.error(
          node.where, path,
          fmt::format("{} is there twice ({} is the other); invert takes one of each", pipeline, found->path));
    else
      found = Entry{node, path};
  }
  return found;
}

bool declares(const pipelines::PipelinePlan& plan, const std::string& key) {
  return std::any_of(plan.steps.begin(), plan.steps.end(), [&](const pipelines::StepCall& call) {
    return std::any_of(call.info->parameters.begin(), call.info->parameters.end(),
                       [&](const spec::Key& parameter) { return parameter.name == key; });
  });
}

// A parameter that a block gives takes the place of the entry's; another one is a default.
struct Given {
  std::string key;
  std::optional<double> value;
  spec::Location where;
  bool of_block = true;
};

void add(Entry& entry, const Given& given) {
  if (entry.node.find(given.key) != nullptr) {
    if (!given.of_block) return;
    std::erase_if(entry.node.members, [&](const spec::Member& member) { return member.key == given.key; });
  }
  entry.node.members.push_back({given.key, given.where, scalar(spec::format_number(*given.value), given.where)});
}

void refuse_steps(const pipelines::PipelinePlan& plan, spec::Diagnostics& diagnostics) {
  for (const pipelines::StepCall& call : plan.steps) {
    const bool enabled = !call.info->enabled || call.info->enabled(call.values);
    if (call.info->new_dt_s && enabled)
      diagnostics.error(plan.where, call.path,
                        call.info->name +
                            " changes the sampling interval, which invert keeps: resample the traces with "
                            "`stride-cli process` first");
    if (!call.dump_name.empty())
      diagnostics.error(plan.where, call.path, "dump is for `stride-cli process`; remove it here");
  }
}

pipelines::PipelinePlan finish(const spec::Spec& spec, const std::string& pipeline, Entry entry,
                               const std::vector<Given>& given, spec::Diagnostics& diagnostics) {
  spec::Diagnostics told_below;
  const pipelines::PipelinePlan bare = pipelines::read_pipeline(entry.node, entry.path, told_below);
  for (const Given& parameter : given)
    if (parameter.value && declares(bare, parameter.key)) add(entry, parameter);
  pipelines::PipelinePlan plan = pipelines::read_pipeline(entry.node, entry.path, diagnostics);
  const pipelines::PipelineInfo* info = pipelines::find_pipeline(pipeline);
  if (plan.on != info->roles)
    diagnostics.error(plan.values.where("on"), plan.path + ".on",
                      fmt::format("invert runs {} on its own roles: leave `on` out", pipeline));
  refuse_steps(plan, diagnostics);
  if (spec.time.known() && plan.acts == pipelines::Acts::on_traces)
    pipelines::check_pipeline(plan, {spec.time.step_s, spec.time.num, false}, diagnostics);
  return plan;
}

bool filters(const pipelines::PipelinePlan& plan) {
  return std::any_of(plan.steps.begin(), plan.steps.end(), [](const pipelines::StepCall& call) {
    return call.info->name == "filter_traces" && call.info->enabled(call.values);
  });
}

void refuse_operators(const spec::Spec& spec, spec::Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < spec.process.size(); ++i)
    if (spec.process[i]->find("operators") != nullptr)
      diagnostics.error(spec.process[i]->where, fmt::format("process[{}]", i),
                        "a list of operators is for `stride-cli process`; invert takes pipelines only");
}

pipelines::PipelinePlan field_pipeline(const spec::Spec& spec, const std::string& pipeline, const std::string& key,
                                       spec::Diagnostics& diagnostics) {
  const std::string path = "optimiser." + key;
  const auto section = spec.where.find("optimiser");
  const spec::Location where = section == spec.where.end() ? spec::Location{spec.file, 1, 1} : section->second;
  std::optional<Entry> written = written_entry(spec, pipeline, diagnostics);
  const spec::Node* optimiser = spec.root->find("optimiser");
  const spec::Node* parameters = optimiser == nullptr ? nullptr : optimiser->find(key);
  if (written && parameters != nullptr)
    diagnostics.error(parameters->where, path,
                      fmt::format("{} is described by {} as well; keep one of them", pipeline, written->path));
  Entry entry = written ? std::move(*written) : default_entry(pipeline, where);
  if (parameters != nullptr) {
    entry.path = path;
    entry.node.where = parameters->where;
    for (const spec::Member& member : parameters->members) entry.node.members.push_back(member);
  }
  return finish(spec, pipeline, std::move(entry), {}, diagnostics);
}

}  // namespace

ShotPipelines shot_pipelines(const spec::Spec& spec, const BlockBand& band, spec::Diagnostics& diagnostics) {
  refuse_operators(spec, diagnostics);
  const auto make = [&](const std::string& pipeline, double relax) {
    std::optional<Entry> written = written_entry(spec, pipeline, diagnostics);
    return finish(spec, pipeline, written ? std::move(*written) : default_entry(pipeline, band.where),
                  {{"f_min", band.f_min_hz, band.where},
                   {"f_max", band.f_max_hz, band.where},
                   {"filter_relaxation", relax, band.where, false}},
                  diagnostics);
  };
  ShotPipelines out;
  out.wavelets = make("ProcessWavelets", relaxation);
  out.observed = make("ProcessObserved", relaxation);
  out.wavelets_observed = make("ProcessWaveletsObserved", relaxation);
  out.traces = make("ProcessTraces", filters(out.wavelets) ? relaxation : 1);
  return out;
}

pipelines::PipelinePlan gradient_pipeline(const spec::Spec& spec, spec::Diagnostics& diagnostics) {
  return field_pipeline(spec, "ProcessGlobalGradient", "process_grad", diagnostics);
}

pipelines::PipelinePlan model_pipeline(const spec::Spec& spec, spec::Diagnostics& diagnostics) {
  return field_pipeline(spec, "ProcessModelIteration", "process_model", diagnostics);
}

}  // namespace stride::run
