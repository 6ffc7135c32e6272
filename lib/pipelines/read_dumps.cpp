#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "pipelines/entry_reader.hpp"
#include "spec/section_reader.hpp"

namespace stride::pipelines {
namespace {

const std::string before_prefix = "dump_before_";
const std::string after_prefix = "dump_after_";

struct Wanted {
  std::set<std::string> before, after;  // of steps or of the pipeline
};

bool read_switch(const spec::Member& member, const std::string& path, Teller& teller) {
  spec::Diagnostics found;
  spec::Values::Value value = false;
  const spec::Key key = spec::boolean(member.key, "");
  const bool read = spec::read_value(*member.value, path + "." + member.key, key, found, value);
  teller.tell(found);
  return read && std::get<bool>(value);
}

std::vector<std::string> places(const std::vector<ListedStep>& listed, const std::string& pipeline) {
  std::vector<std::string> names{pipeline};
  for (const ListedStep& step : listed) names.push_back(step.info->name);
  return names;
}

Wanted read_wanted(const std::vector<ListedStep>& listed, const spec::Node& entry, const std::string& pipeline,
                   const std::string& path, Teller& teller) {
  const std::vector<std::string> known = places(listed, pipeline);
  Wanted wanted;
  for (const spec::Member& member : entry.members) {
    if (!is_dump_key(member.key)) continue;
    const bool before = member.key.starts_with(before_prefix);
    const std::string& prefix = before ? before_prefix : after_prefix;
    const std::string name = member.key.substr(prefix.size());
    const bool on = read_switch(member, path, teller);
    const bool here = std::find(known.begin(), known.end(), name) != known.end();
    if (!here && (on || find_step(name) == nullptr)) {
      std::vector<std::string> keys(known.size());
      std::transform(known.begin(), known.end(), keys.begin(), [&](const std::string& at) { return prefix + at; });
      teller.error(member.key_where, path + "." + member.key,
                   fmt::format("{} has no step {} here{}", pipeline, name, suggestion(member.key, keys)));
    } else if (on) {
      (before ? wanted.before : wanted.after).insert(name);
    }
  }
  return wanted;
}

ListedStep dump_step(const std::string& name, const std::string& path, const spec::Location& where) {
  ListedStep step;
  step.info = find_step("dump");
  step.path = path;
  step.where = where;
  step.dump_name = name;
  return step;
}

std::optional<std::string> own_name(const ListedStep& step) {
  if (step.parameters == nullptr) return std::nullopt;
  const spec::Node* name = step.parameters->find("name");
  if (name == nullptr || name->kind != spec::Node::Kind::scalar) return std::nullopt;
  return name->scalar;
}

}  // namespace

bool is_dump_key(const std::string& key) {
  return key.starts_with(before_prefix) || key.starts_with(after_prefix);
}

std::vector<ListedStep> place_dumps(std::vector<ListedStep> listed, const spec::Node& entry,
                                    const std::string& pipeline, const std::string& path, Teller& teller) {
  const Wanted wanted = read_wanted(listed, entry, pipeline, path, teller);
  std::vector<ListedStep> result;
  std::map<std::string, int> used;
  const auto unique = [&](const std::string& name) {
    const int count = ++used[name];
    return count == 1 ? name : name + "_" + std::to_string(count);
  };
  const auto put = [&](const std::string& name) { result.push_back(dump_step(unique(name), path, entry.where)); };

  std::string previous = "before_" + pipeline;
  if (wanted.before.contains(pipeline)) put(previous);
  for (ListedStep& step : listed) {
    const std::string name = step.info->name;
    if (wanted.before.contains(name)) put("before_" + name);
    if (name == "dump")
      step.dump_name = unique(own_name(step).value_or(previous));
    else
      previous = "after_" + name;
    result.push_back(std::move(step));
    if (wanted.after.contains(name)) put("after_" + name);
  }
  if (wanted.after.contains(pipeline)) put("after_" + pipeline);
  return result;
}

}  // namespace stride::pipelines
