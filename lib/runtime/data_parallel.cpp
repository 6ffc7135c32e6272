#include "runtime/data_parallel.hpp"

#include <exception>
#include <thread>

#include "core/error.hpp"

namespace stride::runtime {

Bounds even_bounds(std::size_t count, std::size_t parts) {
  Bounds bounds(parts + 1);
  for (std::size_t p = 0; p <= parts; ++p) bounds[p] = p * (count / parts) + std::min(p, count % parts);
  return bounds;
}

void ItemCount::add(std::size_t items) {
  if (!value_) value_ = items;
  if (*value_ == items) return;
  throw Error(
      ErrorKind::usage, "scatter",
      "one input has " + std::to_string(*value_) + " items along the batch axis, another " + std::to_string(items),
      "give all inputs the same first axis");
}

void throw_unlike_parts(const std::string& what) {
  throw Error(ErrorKind::usage, "gather", what + " differs from worker to worker");
}

void throw_nothing_to_scatter() {
  throw Error(ErrorKind::usage, "scatter", "no input has a batch axis", "call the root replica itself");
}

void require_workers(std::size_t workers, int threads_per_worker) {
  if (workers < 1) throw Error(ErrorKind::usage, "data_parallel", "at least one worker is due");
  if (threads_per_worker < 1) throw Error(ErrorKind::usage, "data_parallel", "a worker needs at least one thread");
}

void at_once(std::size_t count, const std::function<void(std::size_t)>& act) {
  std::vector<std::exception_ptr> failures(count);
  const auto guarded = [&](std::size_t i) {
    try {
      act(i);
    } catch (...) {
      failures[i] = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> threads;  // joined here, also when one of them cannot be started
    for (std::size_t i = 1; i < count; ++i) threads.emplace_back(guarded, i);
    if (count > 0) guarded(0);
  }
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

}  // namespace stride::runtime
