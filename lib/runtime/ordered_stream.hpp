// read -> parallel work -> write, in order, with a bounded number of items in flight.
#pragma once

#include <oneapi/tbb/parallel_pipeline.h>

#include <atomic>
#include <cstddef>
#include <exception>
#include <memory>
#include <utility>

#include "runtime/handover.hpp"

namespace stride::runtime {

// `read` gives the next item or nothing at the end; `work` changes an item; `write` takes it. `read` and `write` run
// one at a time and in order, `work` on all threads of the arena; at most `in_flight` items exist at any moment. What
// `read` or `work` throws for an item is thrown again in place of its `write`, so the first item in order that fails is
// the one reported, whatever the number of threads; `on_failure(item, exception)` may take the failure instead
// (returning true: the item is left out and the stream goes on).
// Runs in the caller's arena (see with_threads).
template <class Item, class Read, class Work, class Write, class OnFailure>
void ordered_stream(std::size_t in_flight, Read read, Work work, Write write, OnFailure on_failure) {
  struct Slot {
    Item item;
    std::exception_ptr failure;
  };
  using Pointer = Slot*;  // owned by whichever stage has it
  namespace tbb = oneapi::tbb;

  // Nothing is thrown through the pipeline: TBB would drop the items in flight without destroying them.
  std::exception_ptr first_failure;
  std::atomic<bool> stopped{false};

  const auto read_next = [&](tbb::flow_control& flow) -> Pointer {
    const HandoverScope scope;
    if (stopped) {
      flow.stop();
      return nullptr;
    }
    auto slot = std::make_unique<Slot>();
    bool more = true;
    try {
      more = read(slot->item);
    } catch (...) {
      slot->failure = std::current_exception();
    }
    if (more) return slot.release();
    flow.stop();
    return nullptr;
  };
  const auto work_on = [&](Pointer slot) -> Pointer {
    const HandoverScope scope;
    if (slot->failure) return slot;
    try {
      work(slot->item);
    } catch (...) {
      slot->failure = std::current_exception();
    }
    return slot;
  };
  const auto write_out = [&](Pointer pointer) {
    const HandoverScope scope;
    const std::unique_ptr<Slot> slot(pointer);
    if (first_failure) return;
    try {
      if (!slot->failure)
        write(slot->item);
      else if (!on_failure(slot->item, slot->failure))
        std::rethrow_exception(slot->failure);
    } catch (...) {
      first_failure = std::current_exception();
      stopped = true;
    }
  };

  const auto stages = tbb::make_filter<void, Pointer>(tbb::filter_mode::serial_in_order, read_next) &
                      tbb::make_filter<Pointer, Pointer>(tbb::filter_mode::parallel, work_on) &
                      tbb::make_filter<Pointer, void>(tbb::filter_mode::serial_in_order, write_out);
  give();
  tbb::parallel_pipeline(in_flight, stages);
  take();
  if (first_failure) std::rethrow_exception(first_failure);
}

}  // namespace stride::runtime
