// Trace sets of any HDF5 file, through an explicit mapping.
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "io/mapping_plan.hpp"
#include "io/permute.hpp"
#include "io/trace_source.hpp"
#include "io/tree_reader.hpp"

namespace stride::io {
namespace {

struct MappedSet {
  MappedShot place;
  AxisPlan axes;
  Shape shape;  // on disk
  TraceSetInfo info;
  double scale = 1;
};

// A number given as such, or read at a path in which {id} may stand for the shot.
double resolve(const NumberOrPath& given, const Mapping& mapping, const Group& root, const MappedShot& shot,
               const char* key) {
  double value = 0;
  std::string where = place(mapping.file, mapping.dataset);
  if (std::holds_alternative<double>(given)) {
    value = std::get<double>(given);
  } else {
    const std::string path = with_id(std::get<std::string>(given), shot.name);
    where = place(mapping.file, path);
    value = read_number_at(root, path);
  }
  if (!std::isfinite(value)) throw Error(ErrorKind::data, where, fmt::format("`{}` is {}", key, value));
  return value;
}

class Mapped final : public TraceSource {
 public:
  Mapped(const Mapping& mapping, const std::string& role) : file_(mapping.file), role_(role) {
    const Hdf5Lock lock;
    space_ = read_space(file_.root());
    for (const MappedShot& shot : expand_shots(mapping, file_.root())) {
      infos_.push_back({shot.id, {}, {}});
      if (shot.present) add(mapping, shot);
    }
    if (!mapping.dt) take_time_of_file();
  }

  const std::vector<ShotInfo>& shots() const override { return infos_; }
  std::vector<std::string> roles() const override { return {role_}; }
  Time time() const override { return time_; }
  Space space() const override { return space_; }
  const std::string& file() const override { return file_.name(); }

  std::optional<TraceSetInfo> info(const std::string& role, int shot_id) const override {
    const MappedSet* set = find(role, shot_id);
    return set == nullptr ? std::nullopt : std::optional(set->info);
  }

  Array<float> read(const std::string& role, int shot_id, std::size_t first, std::size_t count) const override {
    const MappedSet* set = find(role, shot_id);
    if (set == nullptr)
      throw Error(ErrorKind::data, place(file(), ""), fmt::format("has no trace set `{}` of shot {}", role, shot_id));
    if (first > set->info.traces || count > set->info.traces - first)
      throw Error(ErrorKind::data, place(file(), set->info.hdf5_path),
                  fmt::format("has {} traces; {} from {} on were asked for", set->info.traces, count, first));
    Array<float> traces = Array<float>::uninitialised({count, set->info.samples});
    read_box(*set, first, count, traces.data());
    if (set->scale != 1)
      for (float& value : traces) value = static_cast<float>(value * set->scale);
    return traces;
  }

 private:
  void add(const Mapping& mapping, const MappedShot& shot);
  void take_time(const Mapping& mapping, const MappedSet& set);
  void take_time_of_file();
  const MappedSet* find(const std::string& role, int shot_id) const;
  void read_box(const MappedSet& set, std::size_t first, std::size_t count, float* out) const;

  File file_;
  std::string role_;
  std::vector<ShotInfo> infos_;
  std::map<int, MappedSet> sets_;
  Space space_;
  Time time_;
};

void Mapped::add(const Mapping& mapping, const MappedShot& shot) {
  const Dataset dataset = file_.root().dataset(shot.dataset);
  MappedSet set;
  set.place = shot;
  set.axes = plan_axes(mapping, dataset);
  dataset.check_readable();
  set.shape = dataset.shape();
  set.info.traces = set.axes.receiver ? set.shape[*set.axes.receiver] : 1;
  set.info.samples = set.shape[*set.axes.time];
  set.info.hdf5_path = dataset.path();
  if (mapping.scale) set.scale = resolve(*mapping.scale, mapping, file_.root(), shot, "scale");
  take_time(mapping, set);
  sets_.emplace(shot.id, std::move(set));
}

// All shots must agree on the time axis; where only their lengths differ, `num` is 0.
void Mapped::take_time(const Mapping& mapping, const MappedSet& set) {
  const MappedShot& shot = set.place;
  Time time;
  if (mapping.dt) time.step_s = resolve(*mapping.dt, mapping, file_.root(), shot, "dt");
  if (mapping.t0) time.start_s = resolve(*mapping.t0, mapping, file_.root(), shot, "t0");
  time.num = set.info.samples;
  if (mapping.dt && !(time.step_s > 0))
    throw Error(ErrorKind::data, place(file(), set.info.hdf5_path),
                fmt::format("`dt` is {} s: a time step must be above 0", time.step_s));
  if (sets_.empty()) {
    time_ = time;
    return;
  }
  if (time.step_s != time_.step_s || time.start_s != time_.start_s)
    throw Error(ErrorKind::data, place(file(), set.info.hdf5_path),
                fmt::format("shot {} has dt {} s and t0 {} s, but the shots before have {} s and {} s", shot.id,
                            time.step_s, time.start_s, time_.step_s, time_.start_s),
                "process shots with different time axes in runs of their own");
  if (time.num != time_.num) time_.num = 0;
}

// A mapping onto a protocol-0.1 file need not repeat what the file says.
void Mapped::take_time_of_file() {
  const Time stated = read_time(file_.root());
  if (!stated.known()) return;
  time_.step_s = stated.step_s;
  if (time_.start_s == 0) time_.start_s = stated.start_s;
}

const MappedSet* Mapped::find(const std::string& role, int shot_id) const {
  const auto set = role == role_ ? sets_.find(shot_id) : sets_.end();
  return set == sets_.end() ? nullptr : &set->second;
}

void Mapped::read_box(const MappedSet& set, std::size_t first, std::size_t count, float* out) const {
  const Hdf5Lock lock;
  const AxisPlan& axes = set.axes;
  Shape start(set.shape.size(), 0), box(set.shape.size(), 1);
  box[*axes.time] = set.info.samples;
  if (axes.shot) start[*axes.shot] = set.place.shot_index;
  if (axes.receiver) {
    start[*axes.receiver] = first;
    box[*axes.receiver] = count;
  } else if (count == 0) {
    return;
  }
  const Dataset dataset = file_.root().dataset(set.info.hdf5_path);
  // Axes of length 1 do not matter to the order in memory: only whether time comes before the receivers does.
  if (!axes.receiver || *axes.receiver < *axes.time) {
    dataset.read(start, box, out);
    return;
  }
  Array<float> raw = Array<float>::uninitialised({set.info.samples, count});
  dataset.read(start, box, raw.data());
  permute_axes(raw.data(), raw.shape(), {1, 0}, out);
}

}  // namespace

std::unique_ptr<TraceSource> open_mapped(const Mapping& mapping, const std::string& role) {
  return std::make_unique<Mapped>(mapping, role);
}

}  // namespace stride::io
