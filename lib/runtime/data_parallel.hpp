// One operator on several workers: inputs are scattered along the batch axis, outputs gathered in order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "runtime/batch.hpp"
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
      at_once(active, [&](std::size_t w) { in_arena(threads_per_worker_, [&] { call(w); }); });
    } else {
      Parts<std::optional<Output>> outputs(active);
      at_once(active, [&](std::size_t w) { in_arena(threads_per_worker_, [&] { outputs[w].emplace(call(w)); }); });
      Parts<Output> parts;
      for (auto& output : outputs) parts.push_back(std::move(*output));
      return gather(std::move(parts));
    }
  }

  std::vector<std::unique_ptr<Operator>> replicas_;
  int threads_per_worker_ = 1;
};

}  // namespace stride::runtime
