#include "run/invert_pass.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "core/converted.hpp"
#include "core/error.hpp"
#include "pipelines/incorrect_traces.hpp"
#include "runtime/cancellation.hpp"
#include "runtime/data_parallel.hpp"
#include "runtime/threads.hpp"

namespace stride::run {
namespace {

namespace acoustic = physics::acoustic;

// What came of one shot.
struct Result {
  std::optional<double> loss;
  bool contributes = false;
  std::optional<io::Quarantined> left_out;
  pipelines::Report report;
};

template <class Real>
class PassRun {
 public:
  PassRun(const InvertJob& job, const Pass& pass, const PassHooks& hooks) : job_(job), pass_(pass), hooks_(hooks) {}

  std::vector<Result> run(const optimisation::Loss<Real>& loss, const Array<float>& vp) {
    const Division& division = job_.forward.division;
    const int threads = division.threads_per_worker, all = division.workers * threads;
    const auto allowed = runtime::allow_threads(all);
    const Physics& physics = job_.forward.physics;
    const double dt_s = job_.forward.problem.time.step_s;
    std::shared_ptr<const acoustic::Model<Real>> model;
    runtime::in_arena(all, [&] {
      const acoustic::MediumView view = medium_view(job_.forward.problem, vp);
      model = std::make_shared<const acoustic::Model<Real>>(
          view, dt_s, physics.settings, acoustic::assess_stability(view, dt_s, physics.settings), all);
    });
    const std::size_t workers = std::min<std::size_t>(static_cast<std::size_t>(division.workers), pass_.shots.size());
    runtime::DataParallel<ShotRunner<Real>> replicas(
        workers, [&] { return std::make_unique<ShotRunner<Real>>(job_, loss, model, threads); }, threads);
    return replicas.hand_out(pass_.shots.size(),
                             [this](ShotRunner<Real>& runner, std::size_t position) { return one(runner, position); });
  }

 private:
  Result one(ShotRunner<Real>& runner, std::size_t position) {
    const problem::Shot& shot = job_.shot(pass_.shots[position]);
    acoustic::Monitor monitor;
    monitor.go_on = [](std::size_t) { return !runtime::stop_requested(); };
    Result result;
    try {
      ShotOutcome<Real> outcome = runner.run({&shot, pass_.block, pass_.gradient, pass_.loss_scale}, monitor);
      result.loss = outcome.loss;
      result.contributes = outcome.contributes;
      result.report = std::move(outcome.report);
      if (pass_.gradient)
        hooks_.gradient(position, converted<float>(std::move(outcome.gradient)),
                        converted<float>(std::move(outcome.preconditioner)));
      const std::lock_guard lock(mutex_);
      if (hooks_.shot_done) hooks_.shot_done(++done_, shot, outcome);
    } catch (const pipelines::IncorrectTraces& error) {
      leave_out(shot, position, {shot.id, "incorrect_traces", error.what()}, result);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::failed) throw;
      leave_out(shot, position, {shot.id, "not_finite", error.what()}, result);
    }
    return result;
  }

  // Called while the error is handled: it is thrown on when no more may be left out.
  void leave_out(const problem::Shot& shot, std::size_t position, io::Quarantined why, Result& result) {
    if (pass_.trial) {
      result.loss = std::numeric_limits<double>::infinity();
      return;
    }
    const std::lock_guard lock(mutex_);
    if (++left_out_ > pass_.may_leave_out) throw;
    if (pass_.gradient) hooks_.leave_out(position);
    hooks_.left_out(shot, why);
    result.left_out = std::move(why);
  }

  const InvertJob& job_;
  const Pass& pass_;
  const PassHooks& hooks_;
  std::mutex mutex_;  // of what follows, and of the hooks
  std::size_t done_ = 0, left_out_ = 0;
};

template <class Real>
std::vector<Result> run_as(const InvertJob& job, const Array<float>& vp, const Pass& pass, const PassHooks& hooks) {
  const spec::Values& loss = pass.block->loss;
  const std::string type = loss.maybe_text("type").value_or("l2");
  return PassRun<Real>(job, pass, hooks)
      .run(optimisation::make_loss<Real>(type, job.forward.problem.time.step_s, loss), vp);
}

}  // namespace

PassOutcome run_pass(const InvertJob& job, const Array<float>& vp, const Pass& pass, const PassHooks& hooks) {
  std::vector<Result> results =
      job.forward.physics.double_precision ? run_as<double>(job, vp, pass, hooks) : run_as<float>(job, vp, pass, hooks);
  PassOutcome outcome;
  for (std::size_t n = 0; n < results.size(); ++n) {
    Result& result = results[n];
    outcome.reports.push_back(std::move(result.report));
    if (result.left_out) outcome.left_out.push_back(std::move(*result.left_out));
    if (!result.loss) continue;
    outcome.shots.push_back(pass.shots[n]);
    outcome.losses.push_back(*result.loss);
    outcome.loss += *result.loss;
    outcome.contributes = outcome.contributes || result.contributes;
  }
  return outcome;
}

std::string unusable(const InvertJob& job, const Array<float>& vp) {
  const auto bad = std::find_if(vp.begin(), vp.end(), [](float v) { return !(v > 0) || !std::isfinite(v); });
  if (bad != vp.end()) return fmt::format("vp is {} m/s at cell {}: no speed at all", *bad, bad - vp.begin());
  const acoustic::Settings& settings = job.forward.physics.settings;
  const double dt_s = job.forward.problem.time.step_s;
  return acoustic::stability_error(acoustic::assess_stability(medium_view(job.forward.problem, vp), dt_s, settings),
                                   dt_s, settings);
}

}  // namespace stride::run
