// How the forward field is kept for the adjoint.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/space.hpp"
#include "physics/acoustic/settings.hpp"

namespace stride::physics::acoustic {

// native: as it is stepped. f16 and bf16: two bytes per cell, each snapshot scaled by a power of two so that its
// largest value is just below 2^15.
enum class StoredPrecision { native, f16, bf16 };

// memory: every kept snapshot. disk: the same in a scratch file. checkpoint: a few full states, from which the steps
// between are taken again (the same bits). boundary: the frame around the inner domain, from which the field is stepped
// back (the same but for rounding; the frame is always native).
enum class StoreStrategy { memory, disk, checkpoint, boundary };

struct StoreSettings {
  std::size_t undersample = 1;  // every k-th step is kept
  StoredPrecision precision = StoredPrecision::native;
  StoreStrategy strategy = StoreStrategy::memory;
  std::string folder = {};      // disk: where the scratch file goes
  std::size_t checkpoints = 0;  // checkpoint: full states held at once; 0: as many as make memory least while no step
                                // is taken more than twice

  bool operator==(const StoreSettings&) const = default;
};

// What a strategy costs for one shot, besides what modelling and the sums of the gradient need.
struct StorePlan {
  std::uint64_t memory_bytes = 0;
  std::uint64_t disk_bytes = 0;
  std::uint64_t extra_steps = 0;  // of the forward field, taken again or back
};

// Steps between two snapshots that resolve a field up to `f_max_hz`: int(1 / (4 f_max dt)), held in 4..10.
std::size_t automatic_undersample(double f_max_hz, double dt_s);

// Why the field of such a shot cannot be stepped back (StoreStrategy::boundary); "" when it can.
std::string boundary_obstacle(const Space& space, const Settings& settings, bool has_alpha);

}  // namespace stride::physics::acoustic
