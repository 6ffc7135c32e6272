// One shot of an iteration: process, model, process, compare, and all of it backwards.
#pragma once

#include <memory>

#include "core/array.hpp"
#include "optimisation/loss/loss.hpp"
#include "physics/acoustic/propagator.hpp"
#include "pipelines/step.hpp"
#include "run/invert_job.hpp"

namespace stride::run {

struct ShotResult {
  double loss = 0;
  bool contributes = false;  // some processed observed sample is not zero
  pipelines::Report report;
  double seconds = 0;
};

template <class Real>
struct ShotOutcome : ShotResult {
  Array<Real> gradient;        // dloss/dvp times the scale, per m/s, on the inner domain; empty when not asked for
  Array<Real> preconditioner;  // as ShotGradient has it
};

// What is asked of a shot.
struct ShotTask {
  const problem::Shot* shot = nullptr;
  const Block* block = nullptr;
  bool gradient = true;
  double loss_scale = 1;  // the adjoint source is multiplied by it
};

// A worker's own wave fields, made once for a model and used for shot after shot. One thread uses it at a time. Real:
// what the fields, and the pipelines around them, are worked out in.
template <class Real>
class ShotRunner {
 public:
  // `job` is lent.
  ShotRunner(const InvertJob& job, optimisation::Loss<Real> loss,
             std::shared_ptr<const physics::acoustic::Model<Real>> model, int threads);

  // pipelines::IncorrectTraces and Error(failed) for traces, a field or a loss that are not finite, naming the shot;
  // other Errors for what is wrong with the data.
  ShotOutcome<Real> run(const ShotTask& task, const physics::acoustic::Monitor& monitor);

 private:
  operators::Arrays<Real> prepare(const ShotTask& task, const Array<Real>& raw, pipelines::Report& report) const;
  operators::Arrays<Real> through(const pipelines::PipelinePlan& plan, const pipelines::StepContext<Real>& context,
                                  operators::Arrays<Real> arrays) const;
  pipelines::StepContext<Real> context(const problem::Shot& shot, const std::vector<std::string>& roles,
                                       pipelines::Report* report) const;
  Array<Real> scale_to(const ShotTask& task, const Array<Real>& raw) const;
  Array<Real> model(const physics::acoustic::ShotSetup& setup, const ShotTask& task,
                    const physics::acoustic::Monitor& monitor);
  ShotOutcome<Real> outcome(const ShotTask& task, const physics::acoustic::Monitor& monitor);

  const InvertJob& job_;
  optimisation::Loss<Real> loss_;
  physics::acoustic::Propagator<Real> propagator_;
};

extern template class ShotRunner<float>;
extern template class ShotRunner<double>;

}  // namespace stride::run
