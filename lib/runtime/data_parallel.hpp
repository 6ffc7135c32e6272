// One operator on several workers: inputs are scattered along the batch axis, outputs gathered in order.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "runtime/batch.hpp"
#include "runtime/ordered_stream.hpp"
#include "runtime/threads.hpp"

namespace stride::runtime {

// Calls act(0) ... act(count - 1) at the same time, each on a thread of its own (act(0) on the caller's), and waits
// for all. What the first of them in order throws is thrown again.
void at_once(std::size_t count, const std::function<void(std::size_t)>& act);

// Error(usage): no input has a batch axis.
[[noreturn]] void throw_nothing_to_scatter();

// Error(usage) unless both are at least 1.
void require_workers(std::size_t workers, int threads_per_worker);

// Holds one replica of an operator per worker; the first is the root. Items (shots, traces) go to the workers in
// contiguous runs, each item to exactly one worker; with fewer items than workers the last ones stay idle; without any
// item the root alone is called, on the empty batch, so that outputs keep their form. See Batch for what may be
// scattered. One thread uses a DataParallel at a time.
template <class Operator>
class DataParallel {
 public:
  // At least one replica (Error(usage) otherwise); each runs in an arena of `threads_per_worker` threads.
  explicit DataParallel(std::vector<std::unique_ptr<Operator>> replicas, int threads_per_worker = 1)
      : replicas_(std::move(replicas)), threads_per_worker_(threads_per_worker) {
    require_workers(replicas_.size(), threads_per_worker);
  }
  // `make` gives a std::unique_ptr to a new replica each time.
  template <class Make>
  DataParallel(std::size_t workers, Make make, int threads_per_worker = 1)
      : DataParallel(made(workers, make), threads_per_worker) {}

  std::size_t workers() const { return replicas_.size(); }
  Operator& root() { return *replicas_.front(); }
  Operator& replica(std::size_t worker) { return *replicas_[worker]; }

  // act(replica, part of each input) on every worker that has items; gives the outputs put together, or nothing when
  // `act` gives nothing. Error(usage) when inputs disagree on the number of items or none has a batch axis. When
  // workers fail, the failure of the first in order is thrown, after all have ended.
  template <class Act, class... Inputs>
  auto run(const Act& act, Inputs... inputs) {
    ItemCount items;
    (Batch<Inputs>::count(inputs, items), ...);
    if (!items.value()) throw_nothing_to_scatter();
    const std::size_t active = std::clamp<std::size_t>(*items.value(), 1, workers());
    const Bounds bounds = even_bounds(*items.value(), active);
    std::tuple<Parts<Inputs>...> parts(scatter(std::move(inputs), bounds)...);
    const auto call = [&](std::size_t worker) {
      return std::apply([&](Parts<Inputs>&... part) { return act(replica(worker), std::move(part[worker])...); },
                        parts);
    };
    return gathered<std::invoke_result_t<const Act&, Operator&, Inputs...>>(active, call);
  }

  // The operator itself: its call operator, or else its forward.
  template <class... Inputs>
  auto operator()(Inputs... inputs) {
    return run([](Operator& replica, auto&&... part) { return called(replica, std::move(part)...); },
               std::move(inputs)...);
  }

  // act(replica, item) for the items 0 to count - 1, begun in order, each on whichever worker is free: a slow item does
  // not hold up the rest. Gives the outputs in the order of the items, or nothing when `act` gives nothing. After a
  // failure the items under way are ended, no other is begun, and the failure of the first of them in order is thrown.
  template <class Act>
  auto hand_out(std::size_t count, const Act& act) {
    using Output = std::invoke_result_t<const Act&, Operator&, std::size_t>;
    Queue queue{count};
    const std::size_t active = std::min(count, workers());
    if constexpr (std::is_void_v<Output>) {
      serve(queue, active, [&](std::size_t w, std::size_t item) { act(replica(w), item); });
    } else {
      std::vector<std::optional<Output>> outputs(count);
      serve(queue, active, [&](std::size_t w, std::size_t item) { outputs[item].emplace(act(replica(w), item)); });
      std::vector<Output> whole;
      whole.reserve(count);
      for (auto& output : outputs) whole.push_back(std::move(*output));
      return whole;
    }
  }

  // Items that come one after another, are worked on by whoever is free, act(replica, item), and go in the order they
  // came, at most `in_flight` of them at a time (see StreamEnds for what may be thrown where). `aside`, if any, is done
  // once meanwhile: by the last worker before its first item, or after the stream when there is but one.
  template <class Item, class Act, class Read, class Write, class OnFailure>
  void stream(std::size_t in_flight, StreamEnds<Read, Write, OnFailure> ends, const Act& act,
              const std::function<void()>& aside = {}) {
    OrderedStream<Item, Read, Write, OnFailure> stream(in_flight, std::move(ends));
    const std::size_t last = workers() - 1;
    on_workers(workers(), [&](std::size_t w) {
      if (aside && w == last && w > 0) aside();
      stream.serve([&](Item& item) { act(replica(w), item); });
    });
    stream.rethrow_failure();
    if (aside && last == 0) aside();
  }

  // On every replica.
  void clear_grads() {
    for (const auto& replica : replicas_) replica->clear_grads();
  }
  // The root's.
  decltype(auto) params() { return root().params(); }
  // What it was made with.
  std::map<std::string, std::string> init_kwargs() const {
    return {{"threads_per_worker", std::to_string(threads_per_worker_)}, {"workers", std::to_string(workers())}};
  }

 private:
  struct Queue {
    explicit Queue(std::size_t items) : count(items) {}
    std::size_t count;
    std::atomic<std::size_t> next{0};
    std::atomic<bool> ended{false};
    std::mutex mutex;  // of the failure
    std::size_t failed = 0;
    std::exception_ptr failure;

    void fail(std::size_t item) {
      const std::lock_guard lock(mutex);
      ended = true;
      if (!failure || item < failed) {
        failure = std::current_exception();
        failed = item;
      }
    }
  };
  // act(0) ... act(active - 1) at the same time, each in an arena of its worker's threads.
  template <class Act>
  void on_workers(std::size_t active, const Act& act) const {
    at_once(active, [&](std::size_t w) { in_arena(threads_per_worker_, [&] { act(w); }); });
  }
  template <class Act>
  void serve(Queue& queue, std::size_t active, const Act& act) {
    on_workers(active, [&](std::size_t w) {
      while (!queue.ended) {
        const std::size_t item = queue.next++;
        if (item >= queue.count) return;
        try {
          act(w, item);
        } catch (...) {
          queue.fail(item);
        }
      }
    });
    if (queue.failure) std::rethrow_exception(queue.failure);
  }
  template <class Make>
  static std::vector<std::unique_ptr<Operator>> made(std::size_t workers, Make& make) {
    std::vector<std::unique_ptr<Operator>> replicas;
    for (std::size_t w = 0; w < workers; ++w) replicas.push_back(make());
    return replicas;
  }
  template <class... Inputs>
  static auto called(Operator& replica, Inputs... part) {
    if constexpr (std::is_invocable_v<Operator&, Inputs...>)
      return replica(std::move(part)...);
    else
      return replica.forward(std::move(part)...);
  }
  template <class Output, class Call>
  auto gathered(std::size_t active, const Call& call) {
    if constexpr (std::is_void_v<Output>) {
      on_workers(active, call);
    } else {
      Parts<std::optional<Output>> outputs(active);
      on_workers(active, [&](std::size_t w) { outputs[w].emplace(call(w)); });
      Parts<Output> parts;
      for (auto& output : outputs) parts.push_back(std::move(*output));
      return gather(std::move(parts));
    }
  }

  std::vector<std::unique_ptr<Operator>> replicas_;
  int threads_per_worker_ = 1;
};

}  // namespace stride::runtime
