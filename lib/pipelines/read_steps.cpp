#include <fmt/format.h>

#include <map>

#include "pipelines/entry_reader.hpp"
#include "spec/section_reader.hpp"

namespace stride::pipelines {
namespace {

const char* kind_of(Acts acts) {
  return acts == Acts::on_fields ? "fields" : "traces";
}

std::vector<std::string> names_of_steps(Acts acts) {
  std::vector<std::string> names;
  for (const StepInfo& info : all_steps())
    if (info.acts == acts || info.name == "dump") names.push_back(info.name);
  return names;
}

bool declares(const StepInfo& info, const std::string& key) {
  for (const spec::Key& parameter : info.parameters)
    if (parameter.name == key) return true;
  return false;
}

std::vector<std::string> parameter_names(const StepInfo& info) {
  std::vector<std::string> names{"adjoint"};
  for (const spec::Key& parameter : info.parameters) names.push_back(parameter.name);
  return names;
}

void check_parameters_known(const ListedStep& step, Teller& teller) {
  for (const spec::Member& member : step.parameters->members)
    if (member.key != "adjoint" && !declares(*step.info, member.key))
      teller.error(
          member.key_where, step.path + "." + member.key,
          step.info->name + " has no parameter " + member.key + suggestion(member.key, parameter_names(*step.info)));
}

// One item of `steps:`: `name`, or `name: {parameters}`.
bool split_item(const spec::Node& item, const std::string& path, Teller& teller, std::string& name,
                const spec::Node*& parameters) {
  using Kind = spec::Node::Kind;
  if (item.kind == Kind::scalar) {
    name = item.scalar;
    return true;
  }
  if (item.kind == Kind::mapping && item.members.size() == 1) {
    name = item.members[0].key;
    const spec::Node& value = *item.members[0].value;
    if (value.kind == Kind::mapping) parameters = &value;
    if (value.kind == Kind::mapping || value.kind == Kind::null) return true;
  }
  teller.error(item.where, path, "a step is written as its name, or as `name: {parameter: value, ...}`");
  return false;
}

// Listing a step by name asks for it: where a switch of its own would still leave it off ("envelope: true"), it is on.
void switch_on(const StepInfo& info, spec::Values& values, const spec::Location& where) {
  if (!info.enabled || info.enabled(values)) return;
  for (const spec::Key& key : info.parameters) {
    if (key.kind != spec::Kind::boolean || values.given(key.name)) continue;
    spec::Values on = values;
    on.set(key.name, true, where, false);
    if (info.enabled(on)) {
      values = on;
      return;
    }
  }
}

}  // namespace

std::vector<ListedStep> read_step_list(const spec::Node& list, const std::string& path, Acts acts, Teller& teller) {
  std::vector<ListedStep> listed;
  if (list.kind != spec::Node::Kind::sequence || list.items.empty()) {
    teller.error(list.where, path, "a list with at least one step is due, such as [check_traces, filter_traces]");
    return listed;
  }
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const spec::Node& item = *list.items[i];
    ListedStep step;
    std::string name;
    step.path = fmt::format("{}[{}]", path, i);
    if (!split_item(item, step.path, teller, name, step.parameters)) continue;
    step.info = find_step(name);
    step.where = item.where;
    step.by_name = true;
    if (step.info == nullptr) {
      teller.error(item.where, step.path, "there is no step " + name + suggestion(name, names_of_steps(acts)));
      continue;
    }
    if (step.info->acts != acts && name != "dump") {
      teller.error(
          item.where, step.path,
          fmt::format("{} is a step for {}, this pipeline acts on {}", name, kind_of(step.info->acts), kind_of(acts)));
      continue;
    }
    step.path += "." + name;
    if (step.parameters != nullptr) check_parameters_known(step, teller);
    listed.push_back(step);
  }
  return listed;
}

std::optional<spec::Values> read_step_values(const ListedStep& step, const spec::Node& entry, const std::string& path,
                                             Teller& teller) {
  // One mapping of what is written in both places; the step's own members come first and win.
  spec::Node merged;
  merged.kind = spec::Node::Kind::mapping;
  merged.where = step.where;
  std::map<std::string, std::string> written_at;  // key -> path of the mapping that holds it
  const auto take = [&](const spec::Node* from, const std::string& from_path) {
    if (from == nullptr) return;
    for (const spec::Member& member : from->members)
      if (declares(*step.info, member.key) && written_at.emplace(member.key, from_path).second)
        merged.members.push_back(member);
  };
  take(step.parameters, step.path);
  if (step.dump_name.empty()) take(&entry, path);

  spec::Diagnostics found;
  const std::string base = "@";
  spec::Values values = spec::read_section(merged, base, step.info->parameters, found);
  for (const spec::Diagnostic& problem : found.all()) {
    const std::string rest = problem.path.starts_with(base + ".") ? problem.path.substr(base.size() + 1) : "";
    const auto holder = written_at.find(rest.substr(0, rest.find_first_of(".[")));
    const std::string at = (holder == written_at.end() ? step.path : holder->second) + (rest.empty() ? "" : "." + rest);
    if (problem.severity == spec::Diagnostic::Severity::warning)
      teller.warning(problem.where, at, problem.what);
    else
      teller.error(problem.where, at, problem.what);
  }
  if (found.has_errors()) return std::nullopt;
  if (step.by_name) switch_on(*step.info, values, step.where);
  if (!step.dump_name.empty()) values.set("name", step.dump_name, step.where, false);
  return values;
}

}  // namespace stride::pipelines
