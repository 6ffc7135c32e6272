// Reference cases of whole pipelines.
#include <algorithm>
#include <set>

#include "compare.hpp"
#include "pipelines/plan.hpp"
#include "spec/yaml_reader.hpp"

namespace stride::reference {
namespace {

using pipelines::Arrays;
using pipelines::StepContext;

// Steps whose adjoint is the identity in the reference.
const std::set<std::string> identity_adjoints = {"mute_traces", "norm_per_shot", "norm_per_trace", "scale_per_shot",
                                                 "scale_per_trace"};

std::string parameters(const Case& c) {
  const std::set<std::string> not_parameters = {
      "steps", "input", "variable", "out_name", "out_name_modelled", "out_name_observed"};
  const std::set<std::string> switches = {"norm_per_trace", "scale_per_shot"};
  std::string text;
  for (const auto& [key, value] : c.attributes())
    if (!not_parameters.contains(key)) text += ", " + key + ": " + as_yaml(value, switches.contains(key));
  return text;
}

pipelines::PipelinePlan plan_of(const std::string& text, std::shared_ptr<spec::Node>& node) {
  spec::Diagnostics diagnostics;
  node = spec::read_yaml(text, "reference", diagnostics);
  diagnostics.throw_if_errors();
  pipelines::PipelinePlan plan = pipelines::read_pipeline(*node, "pipeline", diagnostics);
  diagnostics.throw_if_errors();
  return plan;
}

// The same steps with the reference's adjoints.
std::string with_identity_adjoints(const std::string& pipeline, const Case& c) {
  std::string steps;
  std::string keys;
  for (const std::string& step : std::get<std::vector<std::string>>(c.attributes().at("steps")))
    steps += (steps.empty() ? "" : ", ") +
             (identity_adjoints.contains(step) ? "{" + step + ": {adjoint: passthrough}}" : step);
  for (const char* key : {"f_min", "f_max", "filter_relaxation"})
    if (c.has_attribute(key)) keys += std::string(", ") + key + ": " + as_yaml(c.attributes().at(key), false);
  return "{pipeline: " + pipeline + keys + ", steps: [" + steps + "]}";
}

// Cells that the mask's far faces, and the smoothing after it, do not reach.
bool away_from_far_faces(std::size_t cell, const Shape& shape) {
  constexpr std::size_t reach = 12;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    if (cell % shape[axis] + reach >= shape[axis]) return false;
    cell /= shape[axis];
  }
  return true;
}

void check_fields(Case& c, const pipelines::PipelinePlan& plan) {
  StepContext<float> context;
  context.roles = plan.on;
  Array<float> model;
  if (!c.text("variable").empty()) {
    model = c.tree().read<float>(c.text("variable"));
    context.model = &model;
    context.model_is_slowness = c.text("variable").find("vp") != std::string::npos;
  }
  Arrays<float> input;
  input.push_back(c.tree().read<float>(c.text("input")));
  auto pipeline = pipelines::make_pipeline(plan, context);
  const Arrays<float> ours = pipeline.forward(std::move(input));
  const std::vector<std::string> steps = pipeline.step_names();
  if (std::find(steps.begin(), steps.end(), "mask_field") == steps.end()) {
    c.compare("out", ours[0]);
    return;
  }
  const Array<float> theirs = c.read<float>("out");
  const auto counts = [&](std::size_t i) { return away_from_far_faces(i, theirs.shape()); };
  c.record(relative_error(ours[0], theirs, counts), "out, away from the far faces");
  c.documented("the mask is off by one cell there on the far faces");
}

void check_traces(Case& c, const std::string& name, const pipelines::PipelinePlan& plan) {
  const bool pair = plan.on.size() == 2;
  // Single sets were all computed from the modelled one.
  const std::vector<std::string> sets =
      pair ? std::vector<std::string>{"modelled", "observed"} : std::vector<std::string>{"modelled"};
  const auto read = [&](const std::string& prefix) {
    Arrays<float> arrays;
    for (const std::string& set : sets) arrays.push_back(c.tree().read<float>("inputs/" + prefix + set));
    return arrays;
  };
  StepContext<float> context;
  context.roles = plan.on;
  context.dt_s = std::get<double>(c.tree().attributes("/").at("dt"));
  const Array<float> observed = c.tree().read<float>("inputs/observed");
  context.scale_to = &observed;
  const Arrays<float> ours = pipelines::make_pipeline(plan, context).forward(read(""));
  std::shared_ptr<spec::Node> node;
  const pipelines::PipelinePlan alike = plan_of(with_identity_adjoints(name, c), node);
  const Arrays<float> back = pipelines::make_pipeline(alike, context).adjoint(read("adjoint_"), read(""));
  for (std::size_t k = 0; k < sets.size(); ++k) {
    c.compare(pair ? sets[k] : "out", ours[k]);
    c.compare(pair ? "adjoint_" + sets[k] : "adjoint", back[k]);
  }
  for (const auto& call : alike.steps)
    if (call.passthrough) {
      c.documented("adjoints of mute, norm and scale; equal with adjoint: passthrough");
      break;
    }
}

}  // namespace

void check_pipeline(Case& c) {
  const std::string name = c.name().substr(0, c.name().find('_'));
  std::shared_ptr<spec::Node> node;
  const pipelines::PipelinePlan plan = plan_of("{pipeline: " + name + parameters(c) + "}", node);
  // Steps that the reference does not ship do nothing here, for want of their parameters.
  std::vector<std::string> steps;
  const auto theirs = std::get<std::vector<std::string>>(c.attributes().at("steps"));
  for (const auto& call : plan.steps)
    if (!call.info->enabled || call.info->enabled(call.values) || call.info->name == "filter_traces")
      steps.push_back(call.info->name);
  c.require(steps == theirs, "its steps are others");
  if (plan.acts == pipelines::Acts::on_fields)
    check_fields(c, plan);
  else
    check_traces(c, name, plan);
}

}  // namespace stride::reference
