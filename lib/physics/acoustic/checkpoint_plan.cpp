#include "physics/acoustic/checkpoint_plan.hpp"

#include <algorithm>
#include <cmath>

#include "physics/acoustic/revolve.hpp"

namespace stride::physics::acoustic {

CheckpointPlan plan_checkpoints(std::size_t samples, const StoreSettings& settings, std::uint64_t state_bytes,
                                std::uint64_t snapshot_bytes) {
  CheckpointPlan plan;
  const std::size_t steps = samples < 3 ? 0 : samples - 2, kept = steps / settings.undersample;
  if (kept == 0) {
    plan.block_steps = std::max<std::size_t>(1, steps);
    return plan;
  }
  const double snapshots_per_state = static_cast<double>(state_bytes) / static_cast<double>(snapshot_bytes);
  std::size_t checkpoints = settings.checkpoints, block = 0;
  if (checkpoints == 0) {
    checkpoints = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(kept) / snapshots_per_state)));
    block = (kept + checkpoints + 1) / (checkpoints + 2);
  } else {
    const double balanced = std::round(static_cast<double>(checkpoints) * snapshots_per_state);
    block = static_cast<std::size_t>(std::clamp(balanced, 1.0, static_cast<double>(kept)));
  }
  plan.block_steps = block * settings.undersample;
  plan.blocks = (steps + plan.block_steps - 1) / plan.block_steps;
  plan.states = std::min(checkpoints, plan.blocks < 3 ? 0 : plan.blocks - 2);
  plan.extra_steps = revolve_advances(plan.blocks, plan.states + 1) * plan.block_steps;
  return plan;
}

}  // namespace stride::physics::acoustic
