// Runs work on a fixed number of threads.
#pragma once

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <cstddef>

#include "runtime/handover.hpp"

namespace stride::runtime {

// Calls `act` in an arena of `threads` threads, the caller's included: no more run at the same time below it.
template <class Act>
void with_threads(int threads, Act act) {
  const oneapi::tbb::global_control limit(oneapi::tbb::global_control::max_allowed_parallelism,
                                          static_cast<std::size_t>(threads));
  oneapi::tbb::task_arena arena(threads);
  // The thread that runs `act` need not be the caller's.
  give();
  arena.execute([&] {
    const HandoverScope scope;
    act();
  });
  take();
}

}  // namespace stride::runtime
