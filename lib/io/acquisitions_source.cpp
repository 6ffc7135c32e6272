// Protocol-0.1 files with shots, old form (a list) and new (a mapping by id).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "io/members.hpp"
#include "io/trace_source.hpp"
#include "io/tree_reader.hpp"

namespace stride::io {
namespace {

constexpr std::array<const char*, 5> shot_values = {"id", "num_sources", "num_receivers", "source_ids", "receiver_ids"};

struct TraceSet {
  TraceSetInfo info;
  std::optional<Error> problem;  // why its samples cannot be read; told when they are asked for
};

struct Shot {
  ShotInfo info;
  std::map<std::string, TraceSet> sets;
};

// Sets that live at the sources; all others live at the receivers.
bool at_sources(const std::string& role) {
  return role == "wavelets" || role == "delays";
}

// The first id of `wanted` that `have` lacks.
std::optional<int> first_missing(const std::vector<int>& wanted, const std::vector<int>& have) {
  const std::set<int> known(have.begin(), have.end());
  const auto missing = std::find_if(wanted.begin(), wanted.end(), [&](int id) { return !known.contains(id); });
  return missing == wanted.end() ? std::nullopt : std::optional(*missing);
}

void check_shape(const Members& set, const Shape& shape) {
  const std::string where = place(set.group().file(), set.group().path_of("data"));
  if (shape.size() != 2)
    throw Error(
        ErrorKind::data, where,
        fmt::format("has {} axes {}, but a trace set has 2: transducer and time", shape.size(), to_string(shape)),
        "read it through a mapping that names its axes");
  const auto stated_values = set.integers("shape");
  if (!stated_values) return;
  const Shape stated(stated_values->begin(), stated_values->end());
  if (stated == shape) return;
  const bool transposed = stated == Shape(shape.rbegin(), shape.rend());
  throw Error(
      ErrorKind::data, where,
      fmt::format("holds {}, but {} says {}", to_string(shape), set.group().path_of("shape"), to_string(stated)),
      transposed ? "it is transposed: mend the file, or read it through a mapping with axes: [time, receiver]"
                 : "mend whichever of the two is wrong");
}

// Ids of the shot and of the traces of a set must be the same ones, in whatever order.
void check_ids(const Group& shot, const std::string& role, const ShotInfo& info, const std::vector<int>& trace_ids) {
  const std::vector<int>& shot_ids = at_sources(role) ? info.source_ids : info.receiver_ids;
  const char* name = at_sources(role) ? "source_ids" : "receiver_ids";
  if (shot_ids.empty() || trace_ids.empty() || shot_ids == trace_ids) return;
  const std::string traces_path = shot.path_of(role + "/transducer_ids");
  if (const auto id = first_missing(shot_ids, trace_ids))
    throw Error(ErrorKind::data, place(shot.file(), shot.path_of(name)),
                fmt::format("names {}, which has no trace in {}", *id, traces_path));
  if (const auto id = first_missing(trace_ids, shot_ids))
    throw Error(ErrorKind::data, place(shot.file(), traces_path),
                fmt::format("names {}, which is not in {}", *id, shot.path_of(name)));
}

// The shape of the set's `data`, and why it cannot be read, if so. nullopt: it holds None.
std::optional<Shape> read_extent(const Members& set, std::optional<Error>& problem) {
  if (const std::optional<RawDataset> plain = set.plain("data")) return plain->shape;
  const Dataset data = set.group().dataset("data");
  if (data.type().kind == TypeKind::text && data.texts() == std::vector<std::string>{"None"}) return std::nullopt;
  try {
    data.check_numeric();
    data.check_readable();
  } catch (const Error& caught) {
    problem = caught;
  }
  return data.shape();
}

std::optional<TraceSet> read_header(const Group& shot, const std::string& role, const ShotInfo& info,
                                    const RawReader& raw) {
  if (shot.kind(role) != ObjectKind::group) return std::nullopt;
  const Members members(shot.group(role), raw);
  if (!members.has("data")) return std::nullopt;
  TraceSet set;
  const std::optional<Shape> shape = read_extent(members, set.problem);
  if (!shape) return std::nullopt;
  check_shape(members, *shape);
  set.info = {(*shape)[0], (*shape)[1], members.ids("transducer_ids").value_or(std::vector<int>{}),
              members.group().path_of("data")};
  if (!set.info.ids.empty() && set.info.ids.size() != set.info.traces)
    throw Error(ErrorKind::data, place(shot.file(), shot.path_of(role + "/transducer_ids")),
                fmt::format("names {} transducers, but `data` holds {} traces", set.info.ids.size(), set.info.traces));
  check_ids(shot, role, info, set.info.ids);
  return set;
}

Shot read_shot(const Group& shots, const ListEntry& entry, const RawReader& raw) {
  const Members members(shots.group(entry.name), raw);
  Shot shot;
  shot.info.id = entry.id;
  shot.info.source_ids = members.ids("source_ids").value_or(std::vector<int>{});
  shot.info.receiver_ids = members.ids("receiver_ids").value_or(std::vector<int>{});
  for (const Child& child : members.children()) {
    if (std::find(shot_values.begin(), shot_values.end(), child.name) != shot_values.end()) continue;
    if (auto set = read_header(members.group(), child.name, shot.info, raw))
      shot.sets.emplace(child.name, std::move(*set));
  }
  return shot;
}

class Acquisitions final : public TraceSource {
 public:
  explicit Acquisitions(const std::string& file) : file_(file) {
    const Hdf5Lock lock;
    const Group& root = file_.root();
    if (!root.has("shots"))
      throw Error(ErrorKind::data, place(file, ""), "is no acquisitions file: it has no group /shots",
                  "where a spec asks for traces, a mapping reads such a file: {file, dataset, axes, dt}");
    const Group shots = root.group("shots");
    const RawReader raw(file, root.file_bytes());
    for (const ListEntry& entry : read_entries(shots)) {
      Shot shot = read_shot(shots, entry, raw);
      infos_.push_back(shot.info);
      for (const auto& [role, set] : shot.sets) roles_.insert(role);
      shots_.emplace(entry.id, std::move(shot));
    }
    if (infos_.empty())
      throw Error(ErrorKind::data, shots.where(), "nothing to do: the file has no shots",
                  "name a file with at least one shot");
    space_ = read_space(root);
    time_ = read_time(root);
  }

  const std::vector<ShotInfo>& shots() const override { return infos_; }
  std::vector<std::string> roles() const override { return {roles_.begin(), roles_.end()}; }
  Time time() const override { return time_; }
  Space space() const override { return space_; }
  const std::string& file() const override { return file_.name(); }

  std::optional<TraceSetInfo> info(const std::string& role, int shot_id) const override {
    const TraceSet* set = find(role, shot_id);
    if (set == nullptr) return std::nullopt;
    if (set->problem) throw Error(*set->problem);
    return set->info;
  }

  Array<float> read(const std::string& role, int shot_id, std::size_t first, std::size_t count) const override {
    const TraceSet* set = find(role, shot_id);
    if (set == nullptr)
      throw Error(ErrorKind::data, place(file(), fmt::format("/shots/{}", shot_id)),
                  fmt::format("has no trace set `{}`", role));
    if (set->problem) throw Error(*set->problem);
    if (first > set->info.traces || count > set->info.traces - first)
      throw Error(ErrorKind::data, place(file(), set->info.hdf5_path),
                  fmt::format("has {} traces; {} from {} on were asked for", set->info.traces, count, first));
    Array<float> traces = Array<float>::uninitialised({count, set->info.samples});
    const Hdf5Lock lock;
    file_.root().dataset(set->info.hdf5_path).read({first, 0}, {count, set->info.samples}, traces.data());
    return traces;
  }

 private:
  const TraceSet* find(const std::string& role, int shot_id) const {
    const auto shot = shots_.find(shot_id);
    if (shot == shots_.end())
      throw Error(ErrorKind::data, place(file(), "/shots"), fmt::format("there is no shot {}", shot_id));
    const auto set = shot->second.sets.find(role);
    return set == shot->second.sets.end() ? nullptr : &set->second;
  }

  File file_;
  std::vector<ShotInfo> infos_;
  std::map<int, Shot> shots_;
  std::set<std::string> roles_;
  Space space_;
  Time time_;
};

}  // namespace

std::unique_ptr<TraceSource> open_acquisitions(const std::string& file) {
  return std::make_unique<Acquisitions>(file);
}

}  // namespace stride::io
