#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "pipelines/entry_reader.hpp"
#include "spec/section_reader.hpp"

namespace stride::pipelines {
namespace {

// Roles with a meaning of their own, in the order in which steps get them.
const std::vector<std::string>& known_roles(Acts acts) {
  static const std::vector<std::string> traces = {"wavelets", "modelled", "observed"};
  static const std::vector<std::string> fields = {"gradient", "model"};
  return acts == Acts::on_fields ? fields : traces;
}

std::size_t place_in(const std::vector<std::string>& list, const std::string& name) {
  return static_cast<std::size_t>(std::find(list.begin(), list.end(), name) - list.begin());
}

bool contains(const std::vector<std::string>& list, const std::string& name) {
  return place_in(list, name) < list.size();
}

// Checks one role; false when it cannot be used.
bool admit(const std::string& role, const std::vector<std::string>& so_far, const PipelineInfo& info,
           const spec::Location& where, const std::string& path, Teller& teller) {
  const bool fields = info.acts == Acts::on_fields;
  if (contains(known_roles(fields ? Acts::on_traces : Acts::on_fields), role)) {
    teller.error(where, path,
                 fmt::format("{} acts on {}, and {} is {}; its own: {}", info.name, fields ? "fields" : "traces", role,
                             fields ? "a set of traces" : "a field", fmt::join(info.roles, ", ")));
    return false;
  }
  if (contains(so_far, role)) {
    teller.error(where, path, role + " is listed twice");
    return false;
  }
  return true;
}

const std::vector<spec::Key>& with_keys(Acts acts) {
  static const std::vector<spec::Key> traces = {
      spec::text("scale_to", "set that scale_per_shot and scale_per_trace scale to"),
  };
  static const std::vector<spec::Key> fields = {
      spec::text("model", "model that goes with the gradient, such as vp"),
      spec::text("mask", "field that mask_field multiplies by"),
  };
  return acts == Acts::on_fields ? fields : traces;
}

void add_with(PipelinePlan& plan, const std::string& key, const std::string& name, const spec::Location& where,
              const std::string& path, Teller& teller) {
  for (const auto& [known, other] : plan.with)
    if (known == key) {
      if (other != name)
        teller.error(where, path, fmt::format("{} is {} here and {} before: a pipeline has one", key, name, other));
      return;
    }
  plan.with.emplace_back(key, name);
}

}  // namespace

std::vector<std::string> read_roles(const spec::Node& entry, const PipelineInfo& info, const std::string& path,
                                    Teller& teller) {
  const spec::Node* on = entry.find("on");
  if (on == nullptr) return info.roles;
  const std::string on_path = path + ".on";
  spec::Diagnostics found;
  spec::Values::Value value = std::vector<std::string>();
  const bool read = spec::read_value(*on, on_path, spec::texts("on", ""), found, value);
  teller.tell(found);
  if (!read) return info.roles;
  std::vector<std::string> roles;
  for (const std::string& role : std::get<std::vector<std::string>>(value))
    if (admit(role, roles, info, on->where, on_path, teller)) roles.push_back(role);
  if (roles.empty() && found.all().empty() && std::get<std::vector<std::string>>(value).empty())
    teller.error(on->where, on_path,
                 fmt::format("an empty list; name what to act on, such as {}", fmt::join(info.roles, ", ")));
  // Names of the spec's own stand last, in the order written.
  const std::vector<std::string>& order = known_roles(info.acts);
  std::stable_sort(roles.begin(), roles.end(),
                   [&](const std::string& a, const std::string& b) { return place_in(order, a) < place_in(order, b); });
  return roles;
}

void read_with(PipelinePlan& plan, const spec::Node& entry, Teller& teller) {
  if (const spec::Node* with = entry.find("with")) {
    spec::Diagnostics found;
    const std::string path = plan.path + ".with";
    if (with->kind != spec::Node::Kind::mapping) {
      teller.error(with->where, path, "a mapping is due, such as {model: vp}");
    } else {
      const spec::Values values = spec::read_section(*with, path, with_keys(plan.acts), found);
      teller.tell(found);
      for (const spec::Key& key : with_keys(plan.acts))
        if (values.given(key.name))
          add_with(plan, key.name, values.text(key.name), values.where(key.name), path + "." + key.name, teller);
    }
  }
  for (const StepCall& call : plan.steps)
    for (const char* key : {"scale_to", "mask"})
      if (const auto name = call.values.given(key) ? call.values.maybe_text(key) : std::nullopt)
        add_with(plan, key, *name, call.values.where(key), path_of(plan, call, key), teller);
}

}  // namespace stride::pipelines
