// How many shots may be in flight, so that the memory limit holds.
#pragma once

#include <cstdint>

#include "run/process_job.hpp"

namespace stride::run {

struct StreamPlan {
  std::uint64_t largest_shot_bytes = 0;  // arrays and working copies of the largest shot
  std::uint64_t limit_bytes = 0;
  std::size_t in_flight = 1;
  std::size_t traces_per_piece = 0;  // 0: whole shots
};

// Error(usage) with the need and the reason when one shot does not fit and something needs whole shots.
StreamPlan plan_stream(const ProcessJob& job, const ProcessOptions& options);

// True when a step of the job compares with the unprocessed observed traces of the shot, so that they must be kept.
bool keeps_unprocessed(const ProcessJob& job);

// "1.5 GiB"
std::string bytes_text(double bytes);

}  // namespace stride::run
