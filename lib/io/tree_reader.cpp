#include "io/tree_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace stride::io {
namespace {

std::vector<std::size_t> cells(const Group& space, const std::string& name, std::size_t dim) {
  const auto values = space.integers(name);
  if (!values) return std::vector<std::size_t>(dim, 0);
  std::vector<std::size_t> cells;
  for (const std::int64_t value : *values) {
    if (value < 0)
      throw Error(ErrorKind::data, place(space.file(), space.path_of(name)),
                  fmt::format("{} cells is negative", value));
    cells.push_back(static_cast<std::size_t>(value));
  }
  return cells;
}

void check_length(const Group& space, const std::string& name, std::size_t length, std::size_t dim) {
  if (length != dim)
    throw Error(ErrorKind::data, place(space.file(), space.path_of(name)),
                fmt::format("has {} values, but `shape` has {}", length, dim));
}

// A mapping's name is the id itself; opening a thousand more datasets only to hear it again would take longer than all
// else. The names of a list only count.
int entry_id(const Group& list, const std::string& name) {
  if (const std::optional<int> id = numeric_name(name)) return *id;
  if (const std::optional<int> id = list.id_number(name + "/id")) return *id;
  throw Error(ErrorKind::data, place(list.file(), list.path_of(name)), "has neither an `id` nor a number as its name");
}

}  // namespace

std::optional<int> numeric_name(const std::string& name) {
  int value = 0;
  const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), value);
  if (problem != std::errc() || end != name.data() + name.size() || value < 0 || name.front() == '-')
    return std::nullopt;
  return value;
}

Space read_space(const Group& root) {
  const Hdf5Lock lock;
  if (!root.has("space/shape")) return {};
  const Group group = root.group("space");
  Space space;
  space.shape = cells(group, "shape", 0);
  space.spacing_m = group.numbers("spacing").value_or(std::vector<double>{});
  check_length(group, "spacing", space.spacing_m.size(), space.dim());
  for (const double spacing : space.spacing_m)
    if (!(spacing > 0) || !std::isfinite(spacing))
      throw Error(ErrorKind::data, place(root.file(), "/space/spacing"),
                  fmt::format("{} m is no spacing of a grid: it must be above 0", spacing));
  space.extra = cells(group, "extra", space.dim());
  check_length(group, "extra", space.extra.size(), space.dim());
  space.absorbing = cells(group, "absorbing", space.dim());
  check_length(group, "absorbing", space.absorbing.size(), space.dim());
  return space;
}

Time read_time(const Group& root) {
  const Hdf5Lock lock;
  if (!root.has("time/step")) return {};
  const Group group = root.group("time");
  Time time;
  const std::optional<double> step = group.number("step");
  if (!step) return {};
  if (!(*step > 0) || !std::isfinite(*step))
    throw Error(ErrorKind::data, place(root.file(), "/time/step"),
                fmt::format("{} s is no time step: it must be above 0", *step));
  time.step_s = *step;
  time.start_s = group.number("start").value_or(0);
  const std::optional<double> num = group.number("num"), stop = group.number("stop");
  if (num && *num >= 0 && *num < 9e15) time.num = static_cast<std::size_t>(*num);
  if (!num && stop && *stop >= time.start_s && (*stop - time.start_s) / time.step_s < 9e15)
    time.num = static_cast<std::size_t>(std::llround((*stop - time.start_s) / time.step_s)) + 1;
  return time;
}

std::vector<ListEntry> read_entries(const Group& list) {
  const Hdf5Lock lock;
  std::vector<ListEntry> entries;
  for (const Child& child : list.children()) entries.push_back({entry_id(list, child.name), child.name});
  std::stable_sort(entries.begin(), entries.end(), [](const ListEntry& a, const ListEntry& b) { return a.id < b.id; });
  for (std::size_t i = 1; i < entries.size(); ++i)
    if (entries[i].id == entries[i - 1].id)
      throw Error(ErrorKind::data, place(list.file(), list.path_of(entries[i].name)),
                  fmt::format("has the id {}, which {} has too", entries[i].id, list.path_of(entries[i - 1].name)));
  return entries;
}

}  // namespace stride::io
