#include "io/wavefield_writer.hpp"

#include <cassert>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "io/tree_writer.hpp"

namespace stride::io {
namespace {

std::vector<std::int64_t> wide(const std::vector<std::size_t>& values) {
  return {values.begin(), values.end()};
}

}  // namespace

struct WavefieldWriter::State {
  State(const std::string& target, bool overwrite) : tree(target, overwrite) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { tree.leave_disk(); }

  TreeWriter tree;
  Handle data;
  std::size_t announced = 0, written = 0;
};

WavefieldWriter::WavefieldWriter(const std::string& target, bool overwrite, const Space& space, const Time& time,
                                 const Shape& extended, const std::vector<std::size_t>& samples)
    : state_(std::make_unique<State>(target, overwrite)) {
  assert(!samples.empty() && extended.size() == space.dim());
  TreeWriter& tree = state_->tree;
  const hid_t root = tree.root();
  state_->announced = samples.size();
  Shape all{samples.size()};
  all.insert(all.end(), extended.begin(), extended.end());
  state_->data = tree.floats(root, "data", all, "1", space.dim() == 2 ? "snapshot, x, y" : "snapshot, x, y, z");
  std::vector<double> times;
  for (const std::size_t sample : samples) times.push_back(time.start_s + static_cast<double>(sample) * time.step_s);
  tree.integers(root, "samples", wide(samples), ValueKind::list);
  tree.numbers(root, "times", times, "s");
  tree.text(root, "dtype", "float32");
  tree.integers(root, "extended_shape", wide(extended), ValueKind::tuple);
  tree.integers(root, "shape", wide(space.shape), ValueKind::tuple);
  tree.boolean(root, "time_dependent", true);
  tree.grid(space, time);
}

WavefieldWriter::~WavefieldWriter() = default;

void WavefieldWriter::add(const Array<float>& pressure) {
  State& state = *state_;
  if (state.written == state.announced) throw std::logic_error("WavefieldWriter: more snapshots than were announced");
  state.tree.fill_rows(state.data.get(), "/data", state.written++, {pressure.data(), 1, pressure.size()});
}

void WavefieldWriter::commit(const Provenance& provenance) {
  State& state = *state_;
  if (state.written != state.announced) throw std::logic_error("WavefieldWriter: fewer snapshots than were announced");
  state.data.reset();
  state.tree.provenance(provenance);
  state.tree.commit();
}

}  // namespace stride::io
