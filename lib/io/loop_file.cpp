#include "io/loop_file.hpp"

#include <cstdint>
#include <optional>

#include "core/error.hpp"
#include "io/file.hpp"
#include "io/tree_reader.hpp"
#include "io/tree_writer.hpp"

namespace stride::io {
namespace {

void write_losses(TreeWriter& tree, hid_t run, const LoopIteration& iteration) {
  const Handle losses = tree.group(run, "losses");
  const std::vector<std::int64_t> ids(iteration.shot_ids.begin(), iteration.shot_ids.end());
  tree.integers(losses.get(), "shot_id", ids, ValueKind::ndarray);
  const Handle values = tree.floats(losses.get(), "value", {iteration.losses.size()}, "1", "shot");
  tree.fill(values.get(), "value", iteration.losses.data(), iteration.losses.size());
}

void write_iteration(TreeWriter& tree, hid_t iterations, const LoopIteration& iteration) {
  const Handle group = tree.group(iterations, std::to_string(iteration.id));
  tree.integer(group.get(), "abs_id", iteration.abs_id);
  tree.integer(group.get(), "id", iteration.id);
  const Handle runs = tree.group(group.get(), "runs");
  const Handle run = tree.group(runs.get(), "0");
  const std::vector<std::int64_t> ids(iteration.shot_ids.begin(), iteration.shot_ids.end());
  tree.integers(run.get(), "completed_shots", ids, ValueKind::ndarray);
  tree.integer(run.get(), "id", 0);
  write_losses(tree, run.get(), iteration);
  tree.integers(run.get(), "submitted_shots", ids, ValueKind::ndarray);
}

void write_block(TreeWriter& tree, hid_t blocks, const LoopBlock& block) {
  const Handle group = tree.group(blocks, std::to_string(block.id));
  tree.integer(group.get(), "current_iteration_id", block.iterations.empty() ? 0 : block.iterations.back().id);
  tree.integer(group.get(), "id", block.id);
  const Handle iterations = tree.group(group.get(), "iterations");
  for (const LoopIteration& iteration : block.iterations) write_iteration(tree, iterations.get(), iteration);
  tree.integer(group.get(), "num_iterations", block.num_iterations);
}

int required(const Group& group, const std::string& name) {
  const std::optional<int> value = group.id_number(name);
  if (!value) throw Error(ErrorKind::data, place(group.file(), group.path_of(name)), "is missing", "");
  return *value;
}

LoopIteration read_iteration(const Group& group) {
  LoopIteration iteration;
  iteration.id = required(group, "id");
  iteration.abs_id = required(group, "abs_id");
  if (!group.has("runs")) return iteration;
  // A run is a try: the last one counts.
  const std::vector<ListEntry> runs = read_entries(group.group("runs"));
  if (runs.empty()) return iteration;
  const Group run = group.group("runs").group(runs.back().name);
  if (!run.has("losses")) return iteration;
  const Group losses = run.group("losses");
  iteration.shot_ids = losses.ids("shot_id").value_or(std::vector<int>{});
  for (const double value : losses.numbers("value").value_or(std::vector<double>{}))
    iteration.losses.push_back(static_cast<float>(value));
  if (iteration.losses.size() != iteration.shot_ids.size())
    throw Error(ErrorKind::data, losses.where(),
                std::to_string(iteration.shot_ids.size()) + " shots have " + std::to_string(iteration.losses.size()) +
                    " losses");
  return iteration;
}

LoopBlock read_block(const Group& group) {
  LoopBlock block;
  block.id = required(group, "id");
  block.num_iterations = required(group, "num_iterations");
  if (!group.has("iterations")) return block;
  const Group iterations = group.group("iterations");
  for (const ListEntry& entry : read_entries(iterations))
    block.iterations.push_back(read_iteration(iterations.group(entry.name)));
  return block;
}

}  // namespace

int LoopRecord::iterations() const {
  int count = 0;
  for (const LoopBlock& block : blocks)
    for (const LoopIteration& iteration : block.iterations) count += iteration.losses.empty() ? 0 : 1;
  return count;
}

void write_loop(const std::string& target, const LoopRecord& record, const Provenance& provenance) {
  TreeWriter tree(target, true);
  {
    const Handle blocks = tree.group(tree.root(), "blocks");
    for (const LoopBlock& block : record.blocks) write_block(tree, blocks.get(), block);
  }
  tree.integer(tree.root(), "current_block_id", record.blocks.empty() ? 0 : record.blocks.back().id);
  tree.integer(tree.root(), "num_blocks", record.num_blocks);
  tree.integer(tree.root(), "running_id", record.iterations());
  tree.provenance(provenance);
  tree.commit();
}

LoopRecord read_loop(const std::string& file) {
  const Hdf5Lock lock;
  const File in(file);
  LoopRecord record;
  record.num_blocks = required(in.root(), "num_blocks");
  if (!in.root().has("blocks")) throw Error(ErrorKind::data, place(file, "/blocks"), "is missing");
  const Group blocks = in.root().group("blocks");
  for (const ListEntry& entry : read_entries(blocks)) record.blocks.push_back(read_block(blocks.group(entry.name)));
  return record;
}

}  // namespace stride::io
