#include "run/invert_division.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "run/forward_division.hpp"

namespace stride::run {
namespace {

namespace acoustic = physics::acoustic;
using acoustic::StorePlan;
using acoustic::StoreStrategy;

// What a shot's gradient costs, in forward steps: taking it, keeping what is needed, and the adjoint.
constexpr double gradient_cost = 2.3;
// A disk may take long, so it comes last of all.
constexpr double disk_cost = 10;

template <class Real>
void plan_as(const InvertJob& job, const acoustic::StoreSettings& store, StorePlan& plan, std::uint64_t& bytes) {
  const problem::Problem& problem = job.forward.problem;
  const bool rho = !problem.medium.rho.empty(), alpha = !problem.medium.alpha.empty();
  using Propagator = acoustic::Propagator<Real>;
  const acoustic::Kernel kernel = job.forward.stability.kernel;
  plan =
      Propagator::store_plan(problem.space, job.forward.physics.settings, kernel, rho, alpha, problem.time.num, store);
  bytes = Propagator::gradient_bytes(problem.space, job.forward.physics.settings, kernel, rho, alpha, problem.time.num,
                                     store);
}

std::size_t shots_at_once(const InvertJob& job) {
  std::size_t most = 1;
  for (const Block& block : job.blocks) most = std::max(most, block.walk->largest_group());
  return most;
}

std::vector<acoustic::StoreSettings> candidates(const spec::Spec& spec, const InvertJob& job) {
  const auto section = spec.nested.find("physics.wavefield");
  const std::string named = section == spec.nested.end() ? "auto" : section->second.text("strategy");
  std::vector<acoustic::StoreSettings> all;
  const auto add = [&](StoreStrategy strategy, std::size_t checkpoints) {
    acoustic::StoreSettings store = job.store;
    store.strategy = strategy;
    store.checkpoints = checkpoints;
    store.folder = job.forward.folder;
    all.push_back(store);
  };
  if (named == "auto" || named == "memory") add(StoreStrategy::memory, 0);
  if (named == "auto" || named == "checkpoint")
    for (const std::size_t checkpoints : {0, 16, 8, 4, 3, 2, 1}) add(StoreStrategy::checkpoint, checkpoints);
  if (named == "boundary") add(StoreStrategy::boundary, 0);
  if (named == "auto" || named == "disk") add(StoreStrategy::disk, 0);
  return all;
}

// The store of the block that needs most.
acoustic::StoreSettings largest(const InvertJob& job, acoustic::StoreSettings store) {
  store.undersample = job.blocks.front().undersample;
  for (const Block& block : job.blocks) store.undersample = std::min(store.undersample, block.undersample);
  return store;
}

// The traces of a shot, raw, processed, and on their way back, that a worker holds at once.
std::uint64_t trace_bytes(const InvertJob& job) {
  constexpr std::uint64_t sets = 12;
  std::size_t most = 0;
  for (const problem::Shot* shot : job.shots) most = std::max(most, shot->receiver_ids.size());
  return sets * most * job.forward.problem.time.num *
         (job.forward.physics.double_precision ? sizeof(double) : sizeof(float));
}

// Divides the work for one way of keeping the field; the time of a shot, over the shots at once.
double try_store(const spec::Spec& spec, const InvertOptions& options, const acoustic::StoreSettings& store,
                 InvertJob& job, spec::Diagnostics& diagnostics) {
  const std::uint64_t field = element_count(job.forward.problem.space.shape) * sizeof(float);
  std::uint64_t bytes = 0;
  if (job.forward.physics.double_precision)
    plan_as<double>(job, largest(job, store), job.store_plan, bytes);
  else
    plan_as<float>(job, largest(job, store), job.store_plan, bytes);
  // Gradients and energies on their way into the sums, and what the optimiser remembers.
  job.forward.more_worker_bytes = 4 * field + bytes + trace_bytes(job);
  const auto memory = static_cast<std::uint64_t>(spec.optimiser.maybe_integer("memory").value_or(2));
  job.forward.more_shared_bytes = (12 + 2 * memory) * field;
  job.store = store;
  divide_work(spec, options.forward, shots_at_once(job), job.forward, diagnostics);
  const double again = static_cast<double>(job.store_plan.extra_steps) / static_cast<double>(job.forward.steps());
  const double cost = gradient_cost + again + (store.strategy == StoreStrategy::disk ? disk_cost : 0);
  return cost / job.forward.division.workers;
}

void check_boundary(const spec::Spec& spec, const InvertJob& job, spec::Diagnostics& diagnostics) {
  if (job.store.strategy != StoreStrategy::boundary) return;
  const problem::Problem& problem = job.forward.problem;
  const std::string obstacle =
      acoustic::boundary_obstacle(problem.space, job.forward.physics.settings, !problem.medium.alpha.empty());
  if (!obstacle.empty())
    diagnostics.error(where_in(spec, {"physics", "wavefield", "strategy"}), "physics.wavefield.strategy", obstacle);
}

}  // namespace

void divide_inversion(const spec::Spec& spec, const InvertOptions& options, InvertJob& job,
                      spec::Diagnostics& diagnostics) {
  const std::vector<acoustic::StoreSettings> all = candidates(spec, job);
  job.store = all.front();
  check_boundary(spec, job, diagnostics);
  if (diagnostics.has_errors()) return;
  std::optional<acoustic::StoreSettings> best;
  double best_time = 0;
  for (const acoustic::StoreSettings& store : all) {
    spec::Diagnostics found;
    const double time = try_store(spec, options, store, job, found);
    if (found.has_errors() || (best && time >= best_time)) continue;
    best = store;
    best_time = time;
  }
  // Where nothing fits, the one that needs least says how much that is.
  try_store(spec, options, best.value_or(all.back()), job, diagnostics);
}

std::string strategy_text(const acoustic::StoreSettings& store) {
  const char* precision = store.precision == acoustic::StoredPrecision::f16    ? "f16"
                          : store.precision == acoustic::StoredPrecision::bf16 ? "bf16"
                                                                               : "as stepped";
  switch (store.strategy) {
    case StoreStrategy::disk:
      return fmt::format("disk ({})", precision);
    case StoreStrategy::checkpoint:
      return fmt::format(
          "checkpoint ({}, {})", precision,
          store.checkpoints == 0 ? "as many states as make memory least" : fmt::format("{} states", store.checkpoints));
    case StoreStrategy::boundary:
      return "boundary";
    default:
      return fmt::format("memory ({})", precision);
  }
}

}  // namespace stride::run
