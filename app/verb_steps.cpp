#include "app/verb_steps.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/print.hpp"
#include "app/reference.hpp"
#include "app/shared_options.hpp"
#include "core/closest_match.hpp"
#include "core/error.hpp"
#include "pipelines/table.hpp"
#include "spec/section_reader.hpp"

namespace stride::app {
namespace {

struct Options {
  CommonOptions common;
  std::string name;
};

const char* acts_text(pipelines::Acts acts) {
  return acts == pipelines::Acts::on_traces ? "traces" : "fields";
}

spec::Values default_switches(const pipelines::PipelineInfo& pipeline) {
  spec::Node nothing;
  nothing.kind = spec::Node::Kind::mapping;
  spec::Diagnostics none;
  return spec::read_section(nothing, "", pipeline.switches, none);
}

std::string list() {
  std::string text = "Pipelines, with their default steps\n";
  for (const pipelines::PipelineInfo& pipeline : pipelines::pipelines())
    text += fmt::format("  {:<24}{}\n", pipeline.name, fmt::join(pipeline.order(default_switches(pipeline)), ", "));
  for (const pipelines::Acts acts : {pipelines::Acts::on_traces, pipelines::Acts::on_fields}) {
    text += fmt::format("\nSteps on {}\n", acts_text(acts));
    for (const pipelines::StepInfo& step : pipelines::all_steps())
      if (step.acts == acts) text += fmt::format("  {:<24}{}\n", step.name, step.summary);
  }
  return text + "\nstride-cli steps NAME tells all of one step or pipeline.\n";
}

std::string step_text(const pipelines::StepInfo& step) {
  return fmt::format("{}: {}\n\n{}\n\nActs on {}; {}; {}.\n\nParameters\n{}", step.name, step.summary, step.details,
                     acts_text(step.acts), step.linear ? "linear" : "not linear",
                     step.trace_by_trace ? "trace by trace" : "needs whole shots", keys_text(step.parameters));
}

std::string pipeline_text(const pipelines::PipelineInfo& pipeline) {
  std::string text =
      fmt::format("{}: {}\n\nActs on {}.\nDefault steps: {}\n\nSwitches\n{}\nParameters of its steps\n", pipeline.name,
                  pipeline.summary, fmt::join(pipeline.roles, ", "),
                  fmt::join(pipeline.order(default_switches(pipeline)), ", "), keys_text(pipeline.switches));
  for (const std::string& name : pipeline.order(default_switches(pipeline)))
    for (const spec::Key& key : pipelines::find_step(name)->parameters)
      text += fmt::format("  {:<22}{}\n", name, key.name);
  return text + "\ndump_before_STEP, dump_after_STEP: true writes the data at that point under dumps/.\n";
}

nlohmann::ordered_json as_json(const pipelines::StepInfo& step) {
  return {{"name", step.name},
          {"summary", step.summary},
          {"details", step.details},
          {"acts_on", acts_text(step.acts)},
          {"linear", step.linear},
          {"trace_by_trace", step.trace_by_trace},
          {"parameters", keys_json(step.parameters)}};
}

nlohmann::ordered_json as_json(const pipelines::PipelineInfo& pipeline) {
  return {{"name", pipeline.name},
          {"summary", pipeline.summary},
          {"acts_on", pipeline.roles},
          {"steps", pipeline.order(default_switches(pipeline))},
          {"switches", keys_json(pipeline.switches)}};
}

nlohmann::ordered_json all_json() {
  nlohmann::ordered_json json;
  for (const auto& pipeline : pipelines::pipelines()) json["pipelines"].push_back(as_json(pipeline));
  for (const auto& step : pipelines::all_steps()) json["steps"].push_back(as_json(step));
  return json;
}

void show(const Options& options) {
  options.common.apply();
  if (options.name.empty()) {
    print(options.common.json ? all_json().dump(2) + "\n" : list());
  } else if (const auto* step = pipelines::find_step(options.name); step != nullptr) {
    print(options.common.json ? as_json(*step).dump(2) + "\n" : step_text(*step));
  } else if (const auto* pipeline = pipelines::find_pipeline(options.name); pipeline != nullptr) {
    print(options.common.json ? as_json(*pipeline).dump(2) + "\n" : pipeline_text(*pipeline));
  } else {
    std::vector<std::string> names = pipelines::step_names();
    for (const std::string& name : pipelines::pipeline_names()) names.push_back(name);
    const std::string near = closest_match(options.name, names);
    throw Error(ErrorKind::usage, "", fmt::format("there is no step or pipeline '{}'", options.name),
                near.empty() ? "stride-cli steps lists them" : fmt::format("did you mean '{}'?", near));
  }
}

}  // namespace

Verb steps_verb() {
  return {"steps",
          "lists the steps and pipelines, or tells all of one",
          {"stride-cli steps", "stride-cli steps filter_traces", "stride-cli steps ProcessTraces",
           "stride-cli steps --json"},
          [](CLI::App& app) -> std::function<void()> {
            const auto options = std::make_shared<Options>();
            app.add_option("name", options->name, "a step or pipeline")->type_name("NAME");
            options->common.add_to(app);
            return [options] { show(*options); };
          }};
}

}  // namespace stride::app
