#include "run/forward_division.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "physics/acoustic/model.hpp"
#include "run/stream_plan.hpp"
#include "runtime/workers.hpp"

namespace stride::run {
namespace {

namespace acoustic = physics::acoustic;

// Code, libraries and their buffers before any data.
constexpr std::uint64_t program_bytes = 28ULL << 20U;
// A thread's stack and heap, as far as they are touched.
constexpr std::uint64_t thread_bytes = 1ULL << 20U;

std::uint64_t input_bytes(const problem::Problem& problem) {
  std::uint64_t bytes = 0;
  std::set<const Array<float>*> seen;
  for (const problem::Shot& shot : problem.shots)
    if (shot.wavelets && seen.insert(shot.wavelets.get()).second) bytes += shot.wavelets->size() * sizeof(float);
  return bytes;
}

std::uint64_t medium_bytes(const problem::Medium& medium) {
  return (medium.vp.size() + medium.rho.size() + medium.alpha.size()) * sizeof(float);
}

// The C library gives blocks of 32 MiB and more back to the system when they are freed, and keeps smaller ones.
std::uint64_t kept_after_freeing(const problem::Medium& medium) {
  constexpr std::uint64_t given_back = 32ULL << 20U;
  return medium.vp.size() * sizeof(float) < given_back ? medium_bytes(medium) : 0;
}

std::uint64_t trace_bytes(const ForwardJob& job) {
  std::size_t most = 0;
  for (const problem::Shot& shot : job.problem.shots) most = std::max(most, shot.receiver_ids.size());
  return static_cast<std::uint64_t>(most) * job.problem.time.num * sizeof(float);
}

// While the shots are put together. HDF5 keeps what it knows of the objects of an open file, up to 32 MiB.
std::uint64_t writing_bytes(const ForwardJob& job) {
  constexpr std::uint64_t known_of_a_shot = 300ULL << 10U, at_most = 32ULL << 20U;
  return std::min(job.problem.shots.size() * known_of_a_shot, at_most) + 2 * trace_bytes(job);
}

template <class Real>
void count_memory(ForwardJob& job, std::uint64_t& model, std::uint64_t& propagator) {
  const problem::Medium& medium = job.problem.medium;
  const bool rho = !medium.rho.empty(), alpha = !medium.alpha.empty();
  const auto kernel = job.stability.kernel;
  model = acoustic::Model<Real>::bytes(job.problem.space, job.physics.settings, kernel, rho, alpha);
  propagator = acoustic::Model<Real>::propagator_bytes(job.problem.space, job.physics.settings, kernel, rho, alpha);
}

void predict_memory(ForwardJob& job) {
  std::uint64_t model = 0, propagator = 0;
  if (job.physics.double_precision)
    count_memory<double>(job, model, propagator);
  else
    count_memory<float>(job, model, propagator);
  Division& division = job.division;
  const std::uint64_t inputs = program_bytes + input_bytes(job.problem);
  division.shared_bytes = inputs + model + kept_after_freeing(job.problem.medium) + job.more_shared_bytes;
  division.model_peak_bytes = inputs + model + medium_bytes(job.problem.medium);
  division.worker_bytes = propagator + trace_bytes(job) + job.more_worker_bytes;
  division.writing_peak_bytes = inputs + kept_after_freeing(job.problem.medium) + writing_bytes(job);
  if (job.physics.dump.every > 0) division.worker_bytes += job.points() * sizeof(float);
}

// Where the limit comes from.
spec::Location limit_where(const spec::Spec& spec, const ForwardOptions& options, std::string& path) {
  path = "";
  if (options.memory_bytes && options.memory_bytes != spec.run.memory_bytes) return {"--mem", 0, 0};
  path = options.memory_bytes ? "run.memory" : "space.shape";
  return options.memory_bytes ? where_in(spec, {"run", "memory"}) : where_in(spec, {"space", "shape"});
}

std::string text_of(std::uint64_t bytes) {
  return bytes_text(static_cast<double>(bytes));
}

void refuse_memory(const spec::Spec& spec, const ForwardOptions& options, const ForwardJob& job, int workers,
                   spec::Diagnostics& diagnostics) {
  const Division& division = job.division;
  const std::string cells = to_string(job.extended);
  std::string path;
  const spec::Location where = limit_where(spec, options, path);
  const std::string limit = text_of(division.limit_bytes) + (options.memory_bytes ? "" : ", half of the machine's");
  std::string what = fmt::format(
      "{} on {} cells need{} {} ({} shared, {} per shot), the limit is {}: ",
      workers == 1 ? "one shot" : fmt::format("{} shots at a time", workers), cells, workers == 1 ? "s" : "",
      text_of(std::max(division.shared_bytes + static_cast<std::uint64_t>(workers) * division.worker_bytes,
                       division.model_peak_bytes)),
      text_of(division.shared_bytes), text_of(division.worker_bytes), limit);
  what += workers > 1 ? "give fewer workers, or more memory"
                      : "give more memory, or a larger space.spacing with fewer cells, or fewer extra cells";
  if (job.physics.double_precision) what += ", or physics: {precision: f32}, which halves it";
  diagnostics.error(where, path, what);
}

int workers_that_fit(const Division& division, int threads_per_worker) {
  const std::uint64_t limit = division.limit_bytes;
  if (division.model_peak_bytes > limit || division.shared_bytes > limit) return 0;
  const std::uint64_t each = division.worker_bytes + static_cast<std::uint64_t>(threads_per_worker - 1) * thread_bytes;
  return static_cast<int>(
      std::min<std::uint64_t>((limit - division.shared_bytes) / std::max<std::uint64_t>(each, 1), 65536));
}

// Threads that the command line or the machine grants.
int granted_threads(const ForwardOptions& options, int workers, int threads_per_worker) {
  if (options.threads) return *options.threads;
  return std::max(runtime::available_threads(), workers * threads_per_worker);
}

}  // namespace

std::uint64_t Division::peak_bytes() const {
  return std::max(
      {shared_bytes + static_cast<std::uint64_t>(workers) * worker_bytes, model_peak_bytes, writing_peak_bytes});
}

void divide_work(const spec::Spec& spec, const ForwardOptions& options, std::size_t shots_to_run, ForwardJob& job,
                 spec::Diagnostics& diagnostics) {
  Division& division = job.division;
  predict_memory(job);
  division.limit_bytes = options.memory_bytes.value_or(runtime::available_memory() / 2);
  const auto workers = options.workers ? options.workers : spec.run.workers;
  const auto each = options.threads_per_worker ? options.threads_per_worker : spec.run.threads_per_worker;
  const int threads = granted_threads(options, workers.value_or(1), each.value_or(1));
  if (workers.value_or(1) * each.value_or(1) > threads) {
    diagnostics.error(
        {"--threads", 0, 0}, "",
        fmt::format("is {}, but {} workers with {} thread(s) each are asked for: give at least {}, or fewer "
                    "workers",
                    threads, workers.value_or(1), each.value_or(1), workers.value_or(1) * each.value_or(1)));
    return;
  }
  const int fit = workers_that_fit(division, each.value_or(1));
  if (fit < workers.value_or(1)) refuse_memory(spec, options, job, workers.value_or(1), diagnostics);

  const bool shot_by_shot = job.problem.space.dim() == 3;
  const auto shots = static_cast<int>(std::max<std::size_t>(shots_to_run, 1));
  const int room = std::max(1, threads / each.value_or(1));
  division.workers = workers                 ? std::min(*workers, shots)
                     : shot_by_shot && !each ? 1
                                             : std::min({room, shots, std::max(fit, 1)});
  division.threads_per_worker = each.value_or(shot_by_shot || workers ? std::max(1, threads / division.workers) : 1);
}

}  // namespace stride::run
