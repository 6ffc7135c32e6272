// How a record is cut into blocks that are taken again from checkpoints.
#pragma once

#include <cstddef>
#include <cstdint>

#include "physics/acoustic/store_settings.hpp"

namespace stride::physics::acoustic {

// The snapshots of one block are held in memory. Snapshots are lighter than states, and a block is taken again as a
// whole, so that a block of many leaves few blocks to reverse: it is made as long as the checkpoints are heavy, which
// is the best use of memory when most steps are taken twice.
struct CheckpointPlan {
  std::size_t block_steps = 1;  // a multiple of the undersampling; the last block may be shorter
  std::size_t blocks = 1;
  std::size_t states = 0;  // held at once; that of rest, before the first block, is not
  std::uint64_t extra_steps = 0;
};

CheckpointPlan plan_checkpoints(std::size_t samples, const StoreSettings& settings, std::uint64_t state_bytes,
                                std::uint64_t snapshot_bytes);

}  // namespace stride::physics::acoustic
