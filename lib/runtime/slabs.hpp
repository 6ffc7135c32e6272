// Shares a range among a fixed number of threads, in one slab each.
#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>

#include <cstddef>

#include "runtime/handover.hpp"

namespace stride::runtime {

// Calls act(begin, end) for `threads` contiguous slabs of [0, count), always the same ones, so that memory is worked on
// by the thread that touched it first where the scheduler allows. Runs in the caller's arena; nothing may be thrown.
template <class Act>
void for_slabs(int threads, std::size_t count, const Act& act) {
  const auto slabs = static_cast<std::size_t>(threads);
  if (slabs <= 1 || count <= 1) {
    act(std::size_t{0}, count);
    return;
  }
  namespace tbb = oneapi::tbb;
  give();
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, slabs, 1),
      [&](const tbb::blocked_range<std::size_t>& range) {
        const HandoverScope scope;
        for (std::size_t s = range.begin(); s < range.end(); ++s) {
          const std::size_t begin = count * s / slabs, end = count * (s + 1) / slabs;
          if (begin < end) act(begin, end);
        }
      },
      tbb::static_partitioner());
  take();
}

}  // namespace stride::runtime
