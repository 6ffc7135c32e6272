#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/closest_match.hpp"
#include "pipelines/entry_reader.hpp"

namespace stride::pipelines {
namespace {

bool contains(const std::vector<spec::Key>& keys, const std::string& name) {
  for (const spec::Key& key : keys)
    if (key.name == name) return true;
  return false;
}

bool is_switch(const PipelineInfo& info, const std::string& name) {
  return contains(info.switches, name);
}

// A step that is not listed and declares the key; nullptr: none.
const StepInfo* owner_of(const std::string& key, Acts acts) {
  for (const StepInfo& step : all_steps())
    if (step.acts == acts && step.name != "dump" && contains(step.parameters, key)) return &step;
  return nullptr;
}

std::string why_unknown(const std::string& key, const PipelineInfo& info, const std::vector<std::string>& known) {
  if (is_switch(info, key))
    return key + " switches a step of the default list, which `steps:` replaces: add the step to `steps:` instead";
  if (const StepInfo* owner = owner_of(key, info.acts))
    return fmt::format("{} belongs to {}, which is not a step of this {}{}", key, owner->name, info.name,
                       is_switch(info, owner->name) ? ": add `" + owner->name + ": true`" : "");
  const std::string near = suggestion(key, known);
  return fmt::format("no step of this {} has a parameter {}{}", info.name, key,
                     near.empty() ? fmt::format("; known here: {}", fmt::join(known, ", ")) : near);
}

}  // namespace

const std::vector<spec::Key>& entry_keys() {
  static const std::vector<spec::Key> keys = {
      spec::choice("pipeline", pipeline_names(), "which pipeline").required(),
      spec::texts("on", "sets or fields to act on; absent: the pipeline's own"),
      spec::node("with", "what goes with them: {model: vp} for fields, {scale_to: NAME} for traces, {mask: NAME}"),
      spec::node("steps", "replaces the default steps: a list of names, or of `name: {parameters}`"),
      spec::choice("adjoint", {"exact", "passthrough"},
                   "exact: the transpose of each step; passthrough: gradients pass unchanged, for comparison with "
                   "frameworks that do so; also among a step's parameters")
          .by_default("exact"),
  };
  return keys;
}

std::string suggestion(const std::string& name, const std::vector<std::string>& known) {
  const std::string near = closest_match(name, known);
  return near.empty() ? "" : "; did you mean " + near + "?";
}

void check_keys(const spec::Node& entry, const PipelineInfo& info, const std::vector<ListedStep>& listed,
                const std::string& path, Teller& teller) {
  std::set<std::string> admissible;
  for (const spec::Key& key : entry_keys()) admissible.insert(key.name);
  if (entry.find("steps") == nullptr)
    for (const spec::Key& key : info.switches) admissible.insert(key.name);
  for (const ListedStep& step : listed)
    for (const spec::Key& key : step.info->parameters)
      if (step.info->name != "dump") admissible.insert(key.name);
  const std::vector<std::string> known(admissible.begin(), admissible.end());
  for (const spec::Member& member : entry.members)
    if (!admissible.contains(member.key) && !is_dump_key(member.key))
      teller.error(member.key_where, path + "." + member.key, why_unknown(member.key, info, known));
}

}  // namespace stride::pipelines
