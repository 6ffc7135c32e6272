// read -> parallel work -> write, in order, with a bounded number of items in flight.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace stride::runtime {

// What a stream reads from and writes to. `read(item)` fills the next item, or gives false at the end; `write(item)`
// takes it. Both run one at a time and in order. What `read` or the work throws for an item is thrown again in place of
// its `write`, so the first item in order that fails is the one reported, whatever the number of workers;
// `on_failure(item, exception)` may take the failure instead (returning true: the item is left out and the stream goes
// on).
template <class Read, class Write, class OnFailure>
struct StreamEnds {
  Read read;
  Write write;
  OnFailure on_failure;
};

// Shared by the workers that serve it, each in a thread of its own.
template <class Item, class Read, class Write, class OnFailure>
class OrderedStream {
 public:
  // At most `in_flight` items (at least 1) exist at any moment.
  OrderedStream(std::size_t in_flight, StreamEnds<Read, Write, OnFailure> ends)
      : in_flight_(in_flight), ends_(std::move(ends)) {}

  // One worker's part: takes items, calls work(item) and hands them on, until there are none. Throws nothing.
  template <class Work>
  void serve(const Work& work) {
    while (std::unique_ptr<Slot> slot = next()) {
      if (!slot->failure) slot->attempt([&] { work(slot->item); });
      hand_on(std::move(slot));
    }
  }

  // After all workers are done: throws what ended the stream early.
  void rethrow_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  struct Slot {
    Item item;
    std::size_t position = 0;
    std::exception_ptr failure;

    template <class Act>
    void attempt(const Act& act) {
      try {
        act();
      } catch (...) {
        failure = std::current_exception();
      }
    }
  };

  // Waits for its turn to read and for room; nothing at the end.
  std::unique_ptr<Slot> next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ended_ || (!reading_ && read_ - written_ < in_flight_); });
    if (ended_) return nullptr;
    reading_ = true;
    lock.unlock();
    auto slot = std::make_unique<Slot>();
    bool more = true;
    slot->attempt([&] { more = ends_.read(slot->item); });
    lock.lock();
    reading_ = false;
    if (more)
      slot->position = read_++;
    else
      ended_ = true;
    changed_.notify_all();
    return more ? std::move(slot) : nullptr;
  }

  // Whoever brings the item that is due writes it, and what waits behind it.
  void hand_on(std::unique_ptr<Slot> slot) {
    std::unique_lock lock(mutex_);
    done_.emplace(slot->position, std::move(slot));
    if (writing_) return;
    writing_ = true;
    for (auto due = done_.find(written_); due != done_.end(); due = done_.find(written_)) {
      std::unique_ptr<Slot> item = std::move(due->second);
      done_.erase(due);
      lock.unlock();
      write(*item);
      item.reset();
      lock.lock();
      ++written_;
      changed_.notify_all();
    }
    writing_ = false;
  }

  void write(Slot& slot) {
    if (failure_) return;
    try {
      if (!slot.failure)
        ends_.write(slot.item);
      else if (!ends_.on_failure(slot.item, slot.failure))
        std::rethrow_exception(slot.failure);
    } catch (...) {
      failure_ = std::current_exception();
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
  }

  const std::size_t in_flight_;
  StreamEnds<Read, Write, OnFailure> ends_;
  std::exception_ptr failure_;  // touched by whoever writes
  std::mutex mutex_;            // of what follows
  std::condition_variable changed_;
  std::size_t read_ = 0, written_ = 0;
  bool reading_ = false, writing_ = false, ended_ = false;
  std::map<std::size_t, std::unique_ptr<Slot>> done_;  // by position, waiting to be written
};

}  // namespace stride::runtime
