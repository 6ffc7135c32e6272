// `<name>-OptimisationLoop.h5`: where an inversion stands, in the layout of the Python framework (protocol 0.1).
#pragma once

#include <string>
#include <vector>

#include "io/provenance.hpp"

namespace stride::io {

struct LoopIteration {
  int id = 0;                 // within its block
  int abs_id = 0;             // within the run
  std::vector<int> shot_ids;  // of the losses
  std::vector<float> losses;
};

struct LoopBlock {
  int id = 0;
  int num_iterations = 0;                 // planned
  std::vector<LoopIteration> iterations;  // begun, in order
};

struct LoopRecord {
  int num_blocks = 0;
  std::vector<LoopBlock> blocks;  // begun, in order

  // Iterations that have losses, over all blocks.
  int iterations() const;
};

// Atomically; replaces a file of that name. Error(failed) names target and reason.
void write_loop(const std::string& target, const LoopRecord& record, const Provenance& provenance);
// Also a file that the Python framework wrote. Error(data) names file and HDF5 path.
LoopRecord read_loop(const std::string& file);

}  // namespace stride::io
