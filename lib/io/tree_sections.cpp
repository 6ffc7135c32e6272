// The groups that all our result files have: the grid and the provenance.
#include <fmt/format.h>

#include <map>

#include "io/tree_writer.hpp"

namespace stride::io {
namespace {

std::vector<std::int64_t> wide(const std::vector<std::size_t>& values) {
  return {values.begin(), values.end()};
}

}  // namespace

void TreeWriter::grid(const Space& space, const Time& time) {
  if (space.known()) {
    const Handle at = group(root(), "space");
    integers(at.get(), "absorbing", wide(space.absorbing), ValueKind::tuple);
    integers(at.get(), "extra", wide(space.extra), ValueKind::tuple);
    integers(at.get(), "shape", wide(space.shape), ValueKind::tuple);
    numbers(at.get(), "spacing", space.spacing_m, "m");
  }
  if (time.known()) {
    const Handle at = group(root(), "time");
    integer(at.get(), "num", static_cast<std::int64_t>(time.num));
    number(at.get(), "start", time.start_s, "s");
    number(at.get(), "step", time.step_s, "s");
    number(at.get(), "stop", time.stop_s(), "s");
  }
}

void TreeWriter::provenance(const Provenance& provenance) {
  const Handle at = group(root(), "provenance");
  text(at.get(), "spec", provenance.spec_yaml);
  text(at.get(), "version", provenance.program_version);
  integer(at.get(), "seed", provenance.seed);
  const Handle inputs = group(at.get(), "inputs");
  for (std::size_t i = 0; i < provenance.inputs.size(); ++i) {
    const Handle input = group(inputs.get(), std::to_string(i));
    text(input.get(), "name", provenance.inputs[i].name);
    text(input.get(), "sha256", provenance.inputs[i].sha256);
  }
  // One entry per shot, whatever the number of its faults.
  std::map<int, Quarantined> by_shot;
  for (const Quarantined& fault : provenance.quarantined) {
    const auto [entry, is_new] = by_shot.emplace(fault.shot_id, fault);
    if (is_new) continue;
    entry->second.code += "; " + fault.code;
    entry->second.reason += "; " + fault.reason;
  }
  const Handle quarantined = group(at.get(), "quarantined");
  for (const auto& [id, fault] : by_shot) {
    const Handle shot = group(quarantined.get(), std::to_string(id));
    text(shot.get(), "code", fault.code);
    text(shot.get(), "reason", fault.reason);
  }
}

}  // namespace stride::io
