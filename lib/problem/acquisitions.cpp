#include "problem/acquisitions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "problem/data_ref.hpp"

namespace stride::problem {
namespace {

constexpr double max_traces = 2e8;  // ids of all shots together; more would fill the memory before anything is modelled

// "3, 5, 7 and 12 more"
std::string ids_text(const std::vector<int>& ids) {
  constexpr std::size_t most = 8;
  const std::vector<int> shown(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(std::min(ids.size(), most)));
  return fmt::format("{}{}", fmt::join(shown, ", "),
                     ids.size() > most ? fmt::format(" and {} more", ids.size() - most) : "");
}

std::string locations_text(const Geometry& geometry) {
  const auto& locations = geometry.locations();
  return fmt::format("{} has {} locations, {} to {}", geometry.origin(), locations.size(), locations.begin()->first,
                     locations.rbegin()->first);
}

// The ids that a key lists, in the order written; all locations for the word `all`.
std::vector<int> listed_ids(const spec::Values& values, const std::string& key, const Geometry& geometry,
                            spec::Diagnostics& diagnostics) {
  std::vector<int> ids;
  if (!values.has(key) || values.is_text(key)) {
    for (const auto& [id, point] : geometry.locations()) ids.push_back(id);
    return ids;
  }
  std::set<std::int64_t> seen;
  std::vector<std::int64_t> unknown;
  for (const std::int64_t id : values.integers(key)) {
    if (!seen.insert(id).second) {
      diagnostics.error(values.where(key), "acquisitions." + key,
                        fmt::format("names location {} twice; name it once", id));
      return {};
    }
    if (id > std::numeric_limits<int>::max() || !geometry.has(static_cast<int>(id)))
      unknown.push_back(id);
    else
      ids.push_back(static_cast<int>(id));
  }
  if (unknown.empty()) return ids;
  diagnostics.error(values.where(key), "acquisitions." + key,
                    fmt::format("there is no location {}; {}", fmt::join(unknown, ", "), locations_text(geometry)));
  return {};
}

std::optional<Acquisitions> list_shots(const spec::Values& values, const Geometry& geometry,
                                       spec::Diagnostics& diagnostics) {
  std::vector<int> sources = listed_ids(values, "sources", geometry, diagnostics);
  const std::vector<int> receivers = listed_ids(values, "receivers", geometry, diagnostics);
  if (sources.empty() || receivers.empty()) return std::nullopt;
  const double traces = static_cast<double>(sources.size()) * static_cast<double>(receivers.size());
  if (traces > max_traces) {
    diagnostics.error(
        values.where("sources"), "acquisitions.sources",
        fmt::format("{} sources and {} receivers make {:g} traces; at most {:g} are admissible: list fewer "
                    "sources or receivers",
                    sources.size(), receivers.size(), traces, max_traces));
    return std::nullopt;
  }
  std::sort(sources.begin(), sources.end());
  Acquisitions acquisitions;
  for (const int id : sources) acquisitions.shots.push_back({id, {id}, receivers, false, nullptr});
  return acquisitions;
}

std::string grid_text(const Space& space) {
  return fmt::format("{} cells of ({}) m", to_string(space.shape), fmt::join(space.spacing_m, ", "));
}

std::string axis_text(const Time& time) {
  return fmt::format("{} samples of {:.9g} s from {:.9g} s", time.num, time.step_s, time.start_s);
}

bool same_grid(const Space& a, const Space& b) {
  constexpr double rounding = 1e-6;
  return a.shape == b.shape &&
         std::equal(a.spacing_m.begin(), a.spacing_m.end(), b.spacing_m.begin(), b.spacing_m.end(),
                    [](double x, double y) { return std::abs(x - y) <= rounding * y; });
}

// Within a hundredth of a sample, over the whole record.
bool same_axis(const Time& a, const Time& b) {
  const double drift = std::abs(a.step_s - b.step_s) * static_cast<double>(std::max<std::size_t>(b.num, 1));
  return drift <= 0.01 * b.step_s && std::abs(a.start_s - b.start_s) <= 0.01 * b.step_s &&
         (a.num == b.num || a.num == 0);
}

void check_grid(const io::TraceSource& source, const spec::Spec& spec) {
  if (source.space().known() && spec.space.known() && !same_grid(source.space(), spec.space))
    throw Error(ErrorKind::data, source.file(),
                fmt::format("was made on another grid: {}, but space: says {}", grid_text(source.space()),
                            grid_text(spec.space)),
                "give the file of this grid, or mend space:");
  if (source.time().known() && spec.time.known() && !same_axis(source.time(), spec.time))
    throw Error(
        ErrorKind::data, source.file(),
        fmt::format("has another time axis: {}, but time: says {}", axis_text(source.time()), axis_text(spec.time)),
        "give the file of this time axis, or mend time:");
}

std::optional<int> first_twice(std::vector<int> ids) {
  std::sort(ids.begin(), ids.end());
  const auto twice = std::adjacent_find(ids.begin(), ids.end());
  return twice == ids.end() ? std::nullopt : std::optional(*twice);
}

void check_shot(const io::ShotInfo& shot, const std::string& file) {
  for (const auto* ids : {&shot.source_ids, &shot.receiver_ids}) {
    const std::string name = ids == &shot.source_ids ? "source_ids" : "receiver_ids";
    const std::string where = fmt::format("{}:/shots/{}/{}", file, shot.id, name);
    if (ids->empty())
      throw Error(ErrorKind::data, where, "names no location", "a shot needs at least one source and one receiver");
    if (const auto id = first_twice(*ids))
      throw Error(ErrorKind::data, where, fmt::format("names location {} twice", *id), "name it once");
  }
}

// Every location that the shots name, told at once.
void check_locations(const std::vector<Shot>& shots, const Geometry& geometry, const std::string& file) {
  std::vector<int> unknown;
  for (const int id : used_ids(shots))
    if (!geometry.has(id)) unknown.push_back(id);
  if (unknown.empty()) return;
  throw Error(ErrorKind::data, file, fmt::format("its shots name locations that are not there: {}", ids_text(unknown)),
              locations_text(geometry) + "; give the geometry that belongs to the file");
}

Acquisitions read_file(const spec::DataRef& ref, const spec::Spec& spec, const Geometry* geometry) {
  Acquisitions acquisitions;
  acquisitions.source = open_traces(ref, "observed");
  acquisitions.origin = ref.file;
  check_grid(*acquisitions.source, spec);
  for (const io::ShotInfo& shot : acquisitions.source->shots()) {
    check_shot(shot, ref.file);
    const bool observed = acquisitions.source->info("observed", shot.id).has_value();
    acquisitions.shots.push_back({shot.id, shot.source_ids, shot.receiver_ids, observed, nullptr});
  }
  if (geometry != nullptr) check_locations(acquisitions.shots, *geometry, ref.file);
  return acquisitions;
}

}  // namespace

std::vector<int> Acquisitions::ids() const {
  std::vector<int> ids;
  for (const Shot& shot : shots) ids.push_back(shot.id);
  return ids;
}

std::set<int> Acquisitions::source_ids() const {
  std::set<int> ids;
  for (const Shot& shot : shots) ids.insert(shot.source_ids.begin(), shot.source_ids.end());
  return ids;
}

std::optional<Acquisitions> setup_acquisitions(const spec::Spec& spec, const Geometry* geometry,
                                               spec::Diagnostics& diagnostics) {
  if (!spec.acquisitions.has("file"))
    return geometry == nullptr ? std::nullopt : list_shots(spec.acquisitions, *geometry, diagnostics);
  const spec::DataRef ref = file_of(spec, spec.acquisitions, "acquisitions");
  try {
    return read_file(ref, spec, geometry);
  } catch (const Error& error) {
    report(ref, error, diagnostics);
    return std::nullopt;
  }
}

std::set<int> used_ids(const std::vector<Shot>& shots) {
  std::set<int> ids;
  for (const Shot& shot : shots) {
    ids.insert(shot.source_ids.begin(), shot.source_ids.end());
    ids.insert(shot.receiver_ids.begin(), shot.receiver_ids.end());
  }
  return ids;
}

}  // namespace stride::problem
