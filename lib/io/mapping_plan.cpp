#include "io/mapping_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "io/tree_reader.hpp"

namespace stride::io {
namespace {

const std::string id_mark = "{id}";

std::string listed(const std::vector<std::string>& axes) {
  return fmt::format("[{}]", fmt::join(axes, ", "));
}

std::optional<std::size_t>& slot(AxisPlan& plan, const Mapping& mapping, const std::string& name) {
  if (name == "shot") return plan.shot;
  if (name == "receiver" || name == "source" || name == "channel") return plan.receiver;
  if (name == "time") return plan.time;
  throw Error(ErrorKind::usage, place(mapping.file, mapping.dataset), "`axes` names an unknown axis: " + name,
              "the axes of traces are shot, receiver (or source, or channel) and time");
}

// Numbers of the disk's axes that `names` of them stand for: all, or all but some of length 1, provided that it does
// not matter which of those are left out.
std::optional<std::vector<std::size_t>> matched_axes(const Shape& shape, std::size_t names) {
  std::vector<std::size_t> axes(shape.size());
  std::iota(axes.begin(), axes.end(), std::size_t{0});
  if (names == shape.size()) return axes;
  std::erase_if(axes, [&](std::size_t axis) { return shape[axis] == 1; });
  if (axes.size() == names) return axes;
  return std::nullopt;
}

// Splits "/shots/{id}/data" into the group to list, the name's parts before and after the mark, and what follows.
struct Pattern {
  std::string group, before, after, rest;

  explicit Pattern(const std::string& dataset) {
    const std::size_t mark = dataset.find(id_mark);
    const std::size_t slash = dataset.rfind('/', mark);
    const std::size_t end = std::min(dataset.find('/', mark), dataset.size());
    const std::size_t start = slash == std::string::npos ? 0 : slash + 1;
    group = slash == std::string::npos || slash == 0 ? "/" : dataset.substr(0, slash);
    before = dataset.substr(start, mark - start);
    after = dataset.substr(mark + id_mark.size(), end - mark - id_mark.size());
    rest = dataset.substr(end);
  }

  // The text that stands for {id} in a name, when it is a number.
  std::optional<std::string> match(const std::string& name) const {
    if (name.size() <= before.size() + after.size() || !name.starts_with(before) || !name.ends_with(after))
      return std::nullopt;
    std::string id = name.substr(before.size(), name.size() - before.size() - after.size());
    return numeric_name(id) ? std::optional(std::move(id)) : std::nullopt;
  }
};

std::vector<MappedShot> expand_pattern(const Mapping& mapping, const Group& root) {
  const Pattern pattern(mapping.dataset);
  const std::string where = place(mapping.file, mapping.dataset);
  if (!root.has(pattern.group)) throw Error(ErrorKind::data, where, "there is no group " + pattern.group);
  std::vector<MappedShot> shots;
  for (const Child& child : root.group(pattern.group).children()) {
    const auto id = pattern.match(child.name);
    if (!id) continue;
    const std::string dataset = with_id(mapping.dataset, *id);
    shots.push_back({*numeric_name(*id), *id, dataset, 0, root.has(dataset)});
  }
  const auto present = [](const MappedShot& shot) { return shot.present; };
  if (std::none_of(shots.begin(), shots.end(), present))
    throw Error(ErrorKind::data, where,
                fmt::format("matches no dataset: {{id}} stands for a number in the names in {}", pattern.group));
  return shots;
}

// With a list of ids only those that it names are taken.
void select_listed(const Mapping& mapping, const std::vector<int>& ids, std::vector<MappedShot>& shots) {
  for (const int id : ids)
    if (std::none_of(shots.begin(), shots.end(), [id](const MappedShot& shot) { return shot.id == id; }))
      throw Error(ErrorKind::data, place(mapping.file, mapping.ids),
                  fmt::format("names the shot {}, which {} does not match", id, mapping.dataset));
  std::erase_if(shots, [&](const MappedShot& shot) { return std::find(ids.begin(), ids.end(), shot.id) == ids.end(); });
}

std::vector<MappedShot> expand_axis(const Mapping& mapping, const Group& root, const std::vector<int>& ids) {
  const Dataset dataset = root.dataset(mapping.dataset);
  const AxisPlan plan = plan_axes(mapping, dataset);
  const std::size_t count = plan.shot ? dataset.shape()[*plan.shot] : 1;
  if (!mapping.ids.empty() && ids.size() != count)
    throw Error(ErrorKind::data, place(mapping.file, mapping.ids),
                fmt::format("holds {} ids, but {} holds {} shots", ids.size(), mapping.dataset, count));
  if (count > std::size_t{1} << 30)
    throw Error(ErrorKind::data, dataset.where(), fmt::format("claims {} shots", count), "check `axes`");
  std::vector<MappedShot> shots;
  for (std::size_t i = 0; i < count; ++i) {
    const int id = mapping.ids.empty() ? static_cast<int>(i) : ids[i];
    shots.push_back({id, std::to_string(id), mapping.dataset, i, true});
  }
  return shots;
}

}  // namespace

AxisPlan plan_axes(const Mapping& mapping, const Dataset& dataset) {
  dataset.check_numeric();
  AxisPlan plan;
  const auto axes = matched_axes(dataset.shape(), mapping.axes.size());
  if (!axes)
    throw Error(ErrorKind::data, dataset.where(),
                fmt::format("has {} axes {}, but `axes` names {}: {}", dataset.shape().size(),
                            to_string(dataset.shape()), mapping.axes.size(), listed(mapping.axes)),
                "name every axis in the order on disk, such as axes: [shot, receiver, time]");
  for (std::size_t k = 0; k < mapping.axes.size(); ++k) {
    std::optional<std::size_t>& axis = slot(plan, mapping, mapping.axes[k]);
    if (axis)
      throw Error(ErrorKind::usage, place(mapping.file, mapping.dataset),
                  "`axes` names one axis twice: " + listed(mapping.axes));
    axis = (*axes)[k];
  }
  if (!plan.time)
    throw Error(ErrorKind::usage, place(mapping.file, mapping.dataset),
                "`axes` does not say which axis is time: " + listed(mapping.axes));
  return plan;
}

std::vector<MappedShot> expand_shots(const Mapping& mapping, const Group& root) {
  const std::vector<int> ids = mapping.ids.empty() ? std::vector<int>{} : [&] {
    if (!root.has(mapping.ids)) throw Error(ErrorKind::data, place(mapping.file, mapping.ids), "no such dataset");
    return root.ids(mapping.ids).value_or(std::vector<int>{});
  }();
  const bool pattern = mapping.dataset.find(id_mark) != std::string::npos;
  if (pattern && std::find(mapping.axes.begin(), mapping.axes.end(), "shot") != mapping.axes.end())
    throw Error(ErrorKind::usage, place(mapping.file, mapping.dataset), "has both {id} and a shot axis",
                "a dataset per shot has no shot axis; a cube has no {id}");
  if (!pattern && !root.has(mapping.dataset))
    throw Error(ErrorKind::data, place(mapping.file, mapping.dataset), "no such dataset",
                "list what the file holds with: stride-cli info");
  std::vector<MappedShot> shots = pattern ? expand_pattern(mapping, root) : expand_axis(mapping, root, ids);
  if (pattern && !mapping.ids.empty()) select_listed(mapping, ids, shots);
  if (shots.empty())
    throw Error(ErrorKind::data, place(mapping.file, mapping.dataset), "nothing to do: there are no shots");
  std::stable_sort(shots.begin(), shots.end(), [](const MappedShot& a, const MappedShot& b) { return a.id < b.id; });
  for (std::size_t i = 1; i < shots.size(); ++i)
    if (shots[i].id == shots[i - 1].id)
      throw Error(ErrorKind::data, place(mapping.file, mapping.dataset),
                  fmt::format("the id {} comes twice", shots[i].id));
  return shots;
}

std::string with_id(std::string text, const std::string& id) {
  for (std::size_t at = text.find(id_mark); at != std::string::npos; at = text.find(id_mark, at + id.size()))
    text.replace(at, id_mark.size(), id);
  return text;
}

}  // namespace stride::io
