// Runs work on a fixed number of threads.
#pragma once

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <cstddef>
#include <utility>

#include "runtime/handover.hpp"

namespace stride::runtime {

// Threads that TBB may use in all while the result lives, whatever the machine has.
inline oneapi::tbb::global_control allow_threads(int threads) {
  return {oneapi::tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads)};
}

// Calls `act` in an arena of `threads` threads, the caller's included.
template <class Act>
void in_arena(int threads, Act act) {
  oneapi::tbb::task_arena arena(threads);
  const auto task = [&act] {
    const HandoverScope scope;
    in_own_frame(act);
  };
  give();  // the thread that runs it need not be the caller's
  arena.execute(task);
  take();
}

// The same, and no more threads run at the same time below it.
template <class Act>
void with_threads(int threads, Act act) {
  const auto limit = allow_threads(threads);
  in_arena(threads, std::move(act));
}

}  // namespace stride::runtime
