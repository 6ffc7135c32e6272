// Shares a range among a fixed number of threads, in one slab each.
#pragma once

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
  const auto slab = [count, slabs, &act](std::size_t s) {
    const HandoverScope scope;
    in_own_frame([&] {
      const std::size_t begin = count * s / slabs, end = count * (s + 1) / slabs;
      if (begin < end) act(begin, end);
    });
  };
  namespace tbb = oneapi::tbb;
  give();  // after all that the tasks read is there
  tbb::parallel_for(std::size_t{0}, slabs, slab, tbb::static_partitioner());
  take();
}

}  // namespace stride::runtime
