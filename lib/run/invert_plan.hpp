// What an `invert` run would do and need; nothing is written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "run/invert.hpp"
#include "run/plan.hpp"

namespace stride::run {

struct BlockForecast {
  std::size_t iterations = 0, shots = 0;  // of each iteration, at most
  std::size_t groups = 0;                 // iterations until all shots have come
  double f_min_hz = 0, f_max_hz = 0;      // 0: none
  std::size_t undersample = 1;
};

struct InvertPlan {
  ForwardPlan waves;  // as of describe_waves
  std::size_t shots_total = 0, held_out = 0;
  std::size_t iterations = 0, iterations_done = 0;  // done: by the checkpoint that is there
  std::vector<BlockForecast> blocks;
  std::string optimiser, parameter, loss, line_search;  // "" without a line search
  std::string wavefield;                                // how it is kept
  std::uint64_t wavefield_bytes = 0;                    // of each worker, in memory
  std::uint64_t wavefield_disk_bytes = 0;               // of each worker, on disk
  double steps_again = 0;                               // forward steps taken again, over those of a shot
  Resources resources;
  std::uint64_t result_bytes = 0;  // of all files
  double points_per_s = 0;         // of modelling, as measured; 0: not measured
  double seconds = 0;              // estimated, of the iterations still to be done, without trials of a line search
};

// All that run_invert checks, and what would be done. With `calibrate` the real model is stepped for a moment.
InvertPlan plan_invert(const spec::Spec& spec, const InvertOptions& options, bool calibrate,
                       spec::Diagnostics& diagnostics);

}  // namespace stride::run
