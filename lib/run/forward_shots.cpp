#include "run/forward_shots.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "core/converted.hpp"
#include "core/elapsed.hpp"
#include "io/wavefield_writer.hpp"
#include "physics/acoustic/propagator.hpp"
#include "run/solver_shot.hpp"
#include "runtime/data_parallel.hpp"
#include "runtime/threads.hpp"

namespace stride::run {
namespace {

namespace acoustic = physics::acoustic;
using Clock = std::chrono::steady_clock;

template <class Real>
std::shared_ptr<const acoustic::Model<Real>> make_model(const ForwardJob& job) {
  const acoustic::MediumView view = medium_view(job.problem);
  const int threads = job.division.workers * job.division.threads_per_worker;
  std::shared_ptr<const acoustic::Model<Real>> model;
  runtime::in_arena(threads, [&] {
    model = std::make_shared<const acoustic::Model<Real>>(view, job.problem.time.step_s, job.physics.settings,
                                                          job.stability, threads);
  });
  return model;
}

// Snapshots of a shot that were asked for, written as they come.
class Snapshots {
 public:
  Snapshots(const ForwardJob& job, const problem::Shot& shot, bool overwrite) : provenance_(job.provenance) {
    every_ = job.physics.dump.every;
    if (every_ == 0 || !job.physics.dump.shots.contains(shot.id)) {
      every_ = 0;
      return;
    }
    std::vector<std::size_t> samples;
    for (std::size_t n = every_; n <= job.steps(); n += every_) samples.push_back(n);
    writer_.emplace(job.wavefield_file(shot.id), overwrite, job.problem.space, job.problem.time, job.extended, samples);
  }
  void watch(acoustic::Monitor& monitor) {
    if (!writer_) return;
    monitor.snapshot_every = every_;
    monitor.snapshot = [this](std::size_t, const Array<float>& pressure) { writer_->add(pressure); };
  }
  void commit() {
    if (writer_) writer_->commit(provenance_);
  }

 private:
  std::size_t every_ = 0;
  std::optional<io::WavefieldWriter> writer_;
  const io::Provenance& provenance_;
};

// The work of all workers on one list of shots.
template <class Real>
class Pool {
 public:
  Pool(const ForwardJob& job, const std::vector<const problem::Shot*>& shots, bool overwrite,
       const ModellingHooks& hooks)
      : job_(job), shots_(shots), overwrite_(overwrite), hooks_(hooks) {}

  Modelling run(const std::shared_ptr<const acoustic::Model<Real>>& model) {
    start_ = Clock::now();
    const int threads = job_.division.threads_per_worker;
    runtime::DataParallel<acoustic::Propagator<Real>> propagators(
        static_cast<std::size_t>(job_.division.workers),
        [&] { return std::make_unique<acoustic::Propagator<Real>>(model, threads); }, threads);
    propagators.hand_out(shots_.size(), [this](acoustic::Propagator<Real>& propagator, std::size_t position) {
      if (!ended_ && !asked_to_stop()) model_one(propagator, *shots_[position]);
    });
    result_.seconds = seconds_since(start_);
    result_.points = static_cast<double>(steps_done_.load()) * static_cast<double>(job_.points());
    return result_;
  }

 private:
  void model_one(acoustic::Propagator<Real>& propagator, const problem::Shot& shot) {
    Snapshots snapshots(job_, shot, overwrite_);
    acoustic::Monitor monitor;
    monitor.go_on = [this](std::size_t) { return after_step(); };
    snapshots.watch(monitor);
    const auto start = Clock::now();
    std::optional<Array<float>> traces = step_through(propagator, shot, monitor);
    if (!traces) return;
    const double seconds = seconds_since(start);
    snapshots.commit();
    const std::lock_guard lock(mutex_);
    result_.kernel_seconds += seconds;
    ++shots_done_;
    hooks_.done(shot, *traces, seconds);
    show_progress();
  }

  // Nothing when the shot was stopped or left out.
  std::optional<Array<float>> step_through(acoustic::Propagator<Real>& propagator, const problem::Shot& shot,
                                           const acoustic::Monitor& monitor) {
    try {
      return converted<float>(propagator.run(solver_shot(job_.problem, shot), monitor));
    } catch (const Error& error) {
      const std::lock_guard lock(mutex_);
      if (error.kind() == ErrorKind::interrupted) {
        result_.stopped = ended_ = true;
        return std::nullopt;
      }
      if (error.kind() != ErrorKind::failed || !hooks_.failed || !hooks_.failed(shot, error)) throw;
      ++shots_done_;
      return std::nullopt;
    }
  }

  bool asked_to_stop() {
    if (!hooks_.stop || !hooks_.stop()) return false;
    const std::lock_guard lock(mutex_);
    result_.stopped = ended_ = true;
    return true;
  }

  bool after_step() {
    if (++steps_done_ % 16 == 0 && hooks_.progress && mutex_.try_lock()) {
      const std::lock_guard lock(mutex_, std::adopt_lock);
      show_progress();
    }
    return !hooks_.stop || !hooks_.stop();
  }

  // Under the lock.
  void show_progress() {
    if (!hooks_.progress) return;
    const auto points = static_cast<double>(job_.points());
    hooks_.progress({shots_done_, shots_.size(), static_cast<double>(steps_done_.load()) * points,
                     static_cast<double>(shots_.size() * job_.steps()) * points, seconds_since(start_)});
  }

  const ForwardJob& job_;
  const std::vector<const problem::Shot*>& shots_;
  const bool overwrite_;
  const ModellingHooks& hooks_;
  Clock::time_point start_;
  std::atomic<std::uint64_t> steps_done_{0};
  std::atomic<bool> ended_{false};
  std::mutex mutex_;  // of what follows, and of the hooks
  std::size_t shots_done_ = 0;
  Modelling result_;
};

template <class Real>
Modelling model_as(ForwardJob& job, const std::vector<const problem::Shot*>& shots, bool overwrite,
                   const ModellingHooks& hooks) {
  const auto allowed = runtime::allow_threads(job.division.workers * job.division.threads_per_worker);
  auto model = make_model<Real>(job);
  job.problem.medium = {};
  return Pool<Real>(job, shots, overwrite, hooks).run(model);
}

// Every worker steps a shot of its own until the time is over.
template <class Real>
double measure_as(const ForwardJob& job, const std::vector<const problem::Shot*>& shots, double seconds) {
  const auto allowed = runtime::allow_threads(job.division.workers * job.division.threads_per_worker);
  const auto model = make_model<Real>(job);
  std::mutex mutex;
  double points_per_s = 0;
  const auto step_one = [&](std::size_t worker) {
    acoustic::Propagator<Real> propagator(model, job.division.threads_per_worker);
    const problem::Shot& shot = *shots[worker % shots.size()];
    std::size_t steps = 0;
    std::optional<Clock::time_point> begin;
    double spent = 0;
    acoustic::Monitor monitor;
    // The first step touches the memory for the first time: it is not counted.
    monitor.go_on = [&](std::size_t) {
      if (!begin) {
        begin = Clock::now();
        return true;
      }
      ++steps;
      spent = seconds_since(*begin);
      return spent < seconds;
    };
    try {
      propagator.run(solver_shot(job.problem, shot), monitor);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::interrupted && error.kind() != ErrorKind::failed) throw;
    }
    const std::lock_guard lock(mutex);
    if (spent > 0) points_per_s += static_cast<double>(steps) * static_cast<double>(job.points()) / spent;
  };
  runtime::at_once(static_cast<std::size_t>(job.division.workers), [&](std::size_t worker) {
    runtime::in_arena(job.division.threads_per_worker, [&] { step_one(worker); });
  });
  return points_per_s;
}

}  // namespace

Modelling model_shots(ForwardJob& job, const std::vector<const problem::Shot*>& shots, bool overwrite,
                      const ModellingHooks& hooks) {
  return job.physics.double_precision ? model_as<double>(job, shots, overwrite, hooks)
                                      : model_as<float>(job, shots, overwrite, hooks);
}

double measure_speed(const ForwardJob& job, const std::vector<const problem::Shot*>& shots, double seconds) {
  return job.physics.double_precision ? measure_as<double>(job, shots, seconds)
                                      : measure_as<float>(job, shots, seconds);
}

}  // namespace stride::run
