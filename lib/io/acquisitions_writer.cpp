#include "io/acquisitions_writer.hpp"

#include <fmt/format.h>

#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "io/tree_writer.hpp"

namespace stride::io {
namespace {

std::vector<int> counted(std::size_t n) {
  std::vector<int> ids(n);
  std::iota(ids.begin(), ids.end(), 0);
  return ids;
}

std::vector<std::int64_t> wide(const std::vector<int>& values) {
  return {values.begin(), values.end()};
}

std::string axis_names(std::size_t rank) {
  static const std::vector<std::string> names = {"x", "y", "z"};
  std::string axes;
  for (std::size_t k = 0; k < rank; ++k) axes += (k == 0 ? "" : ", ") + (k < 3 ? names[k] : fmt::format("axis{}", k));
  return axes;
}

}  // namespace

struct AcquisitionsWriter::State {
  State(const std::string& target, bool overwrite, std::size_t announced)
      : tree(target, overwrite), announced_shots(announced) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { tree.leave_disk(); }

  void finish_set();
  void finish_shot();
  void write_set_values(const std::string& role, std::size_t traces, std::size_t samples, const std::vector<int>& ids);
  hid_t dump_group(const std::string& name, int shot_id);

  TreeWriter tree;
  Handle shots, dumps;
  std::map<std::string, Handle> dump_groups;  // by "name" and "name/shot id"
  std::size_t announced_shots = 0, num_shots = 0;

  // The shot being written, then the set in it.
  std::optional<ShotInfo> shot;
  Handle shot_group, set_group, data;
  std::string data_path;
  std::size_t traces = 0, samples = 0, written = 0;
};

// Misuse by the caller, not a matter for the user.
[[noreturn]] static void misuse(const char* what) {
  throw std::logic_error(std::string("AcquisitionsWriter: ") + what);
}

void AcquisitionsWriter::State::finish_set() {
  if (!data.valid()) return;
  if (written != traces) misuse("a trace set was not written to its end");
  data.reset();
  set_group.reset();
}

// Ids that the caller did not know are those of the traces that were written.
void AcquisitionsWriter::State::finish_shot() {
  if (!shot) return;
  finish_set();
  const hid_t group = shot_group.get();
  tree.integer(group, "id", shot->id);
  tree.integer(group, "num_receivers", static_cast<std::int64_t>(shot->receiver_ids.size()));
  tree.integer(group, "num_sources", static_cast<std::int64_t>(shot->source_ids.size()));
  tree.integers(group, "receiver_ids", wide(shot->receiver_ids), ValueKind::list);
  tree.integers(group, "source_ids", wide(shot->source_ids), ValueKind::list);
  shot_group.reset();
  shot.reset();
  ++num_shots;
}

void AcquisitionsWriter::State::write_set_values(const std::string& role, std::size_t num_traces,
                                                 std::size_t num_samples, const std::vector<int>& ids) {
  const hid_t group = set_group.get();
  const std::vector<std::int64_t> shape = {static_cast<std::int64_t>(num_traces),
                                           static_cast<std::int64_t>(num_samples)};
  tree.boolean(group, "compression", false);
  tree.text(group, "dtype", "float32");
  tree.integers(group, "extended_shape", shape, ValueKind::tuple);
  tree.inner(group, "inner", {{"0", "None", "None"}, {"0", std::to_string(num_samples), "None"}});
  tree.integer(group, "num_transducers", shape[0]);
  tree.integers(group, "shape", shape, ValueKind::tuple);
  tree.none(group, "step_size");
  tree.integers(group, "transducer_ids", wide(ids), ValueKind::list);
  std::vector<int>& shot_ids = role == "wavelets" || role == "delays" ? shot->source_ids : shot->receiver_ids;
  if (shot_ids.empty()) shot_ids = ids;
}

hid_t AcquisitionsWriter::State::dump_group(const std::string& name, int shot_id) {
  if (!dumps.valid()) dumps = tree.group(tree.root(), "dumps");
  Handle& step = dump_groups[name];
  if (!step.valid()) step = tree.group(dumps.get(), name);
  Handle& group = dump_groups[fmt::format("{}/{}", name, shot_id)];
  if (!group.valid()) group = tree.group(step.get(), std::to_string(shot_id));
  return group.get();
}

AcquisitionsWriter::AcquisitionsWriter(const std::string& target, bool overwrite, const Space& space, const Time& time,
                                       std::size_t num_shots)
    : state_(std::make_unique<State>(target, overwrite, num_shots)) {
  state_->tree.grid(space, time);
  state_->shots = state_->tree.group(state_->tree.root(), "shots");
  state_->tree.group(state_->tree.root(), "sequences");
}

AcquisitionsWriter::~AcquisitionsWriter() = default;

void AcquisitionsWriter::begin_shot(const ShotInfo& shot) {
  state_->finish_shot();
  if (state_->num_shots == state_->announced_shots) misuse("more shots than were announced");
  state_->shot_group = state_->tree.group(state_->shots.get(), std::to_string(shot.id));
  state_->shot = shot;
}

void AcquisitionsWriter::begin_set(const std::string& role, std::size_t traces, std::size_t samples,
                                   const std::vector<int>& ids) {
  State& state = *state_;
  if (!state.shot) misuse("begin_set() before begin_shot()");
  if (!ids.empty() && ids.size() != traces) misuse("there must be as many ids as traces");
  state.finish_set();
  state.set_group = state.tree.group(state.shot_group.get(), role);
  const std::string axis = role == "wavelets" || role == "delays" ? "source" : "receiver";
  state.data = state.tree.floats(state.set_group.get(), "data", {traces, samples}, "1", axis + ", time");
  state.write_set_values(role, traces, samples, ids.empty() ? counted(traces) : ids);
  state.data_path = fmt::format("/shots/{}/{}/data", state.shot->id, role);
  state.traces = traces;
  state.samples = samples;
  state.written = 0;
}

void AcquisitionsWriter::write_traces(Rows<const float> traces) {
  State& state = *state_;
  if (!state.data.valid()) misuse("write_traces() before begin_set()");
  if (traces.rows > state.traces - state.written || (traces.rows > 0 && traces.cols != state.samples))
    misuse("more or longer traces than were announced");
  state.tree.fill_rows(state.data.get(), state.data_path, state.written, traces);
  state.written += traces.rows;
}

void AcquisitionsWriter::write_shot(const ShotInfo& shot, const std::vector<TraceSetOut>& sets) {
  begin_shot(shot);
  for (const TraceSetOut& set : sets) {
    begin_set(set.role, set.data.rows, set.data.cols, set.ids);
    write_traces(set.data);
  }
  state_->finish_shot();
}

void AcquisitionsWriter::write_dump(const std::string& name, int shot_id, const std::string& role,
                                    const Array<float>& data) {
  State& state = *state_;
  const hid_t group = state.dump_group(name, shot_id);
  const std::string axes = data.rank() == 2 ? "receiver, time" : axis_names(data.rank());
  const Handle set = state.tree.floats(group, role, data.shape(), "1", axes);
  state.tree.fill(set.get(), fmt::format("/dumps/{}/{}/{}", name, shot_id, role), data.data(), data.size());
}

void AcquisitionsWriter::commit(const Provenance& provenance) {
  State& state = *state_;
  state.finish_shot();
  state.dump_groups.clear();
  state.dumps.reset();
  state.shots.reset();
  state.tree.integer(state.tree.root(), "num_shots", static_cast<std::int64_t>(state.num_shots));
  state.tree.provenance(provenance);
  state.tree.commit();
}

const std::string& AcquisitionsWriter::target() const {
  return state_->tree.target();
}

std::uint64_t AcquisitionsWriter::bytes_written() const {
  return state_->tree.bytes_written();
}

void write_field(const std::string& target, bool overwrite, const Array<float>& data, const Space& space,
                 const Time& time, const std::string& units, const Provenance& provenance) {
  TreeWriter tree(target, overwrite);
  std::vector<std::int64_t> shape(data.shape().begin(), data.shape().end()), extended = shape;
  std::vector<std::vector<std::string>> inner;
  for (std::size_t k = 0; k < data.rank(); ++k) {
    const std::size_t extra = k < space.extra.size() ? space.extra[k] : 0;
    extended[k] += 2 * static_cast<std::int64_t>(extra);
    inner.push_back({std::to_string(extra), std::to_string(extra + data.shape()[k]), "None"});
  }
  const hid_t root = tree.root();
  const Handle set = tree.floats(root, "data", data.shape(), units, axis_names(data.rank()));
  tree.fill(set.get(), "/data", data.data(), data.size());
  tree.boolean(root, "compression", false);
  tree.text(root, "dtype", "float32");
  tree.integers(root, "extended_shape", extended, ValueKind::tuple);
  tree.inner(root, "inner", inner);
  tree.integers(root, "shape", shape, ValueKind::tuple);
  tree.boolean(root, "slow_time_dependent", false);
  tree.none(root, "step_size");
  tree.boolean(root, "time_dependent", false);
  tree.grid(space, time);
  tree.provenance(provenance);
  tree.commit();
}

}  // namespace stride::io
