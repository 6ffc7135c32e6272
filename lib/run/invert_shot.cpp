#include "run/invert_shot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "core/converted.hpp"
#include "core/elapsed.hpp"
#include "core/error.hpp"
#include "operators/reductions.hpp"
#include "pipelines/incorrect_traces.hpp"
#include "pipelines/pipeline.hpp"
#include "run/solver_shot.hpp"

namespace stride::run {
namespace {

namespace acoustic = physics::acoustic;

template <class Real>
bool all_zero(const Array<Real>& array) {
  return std::all_of(array.begin(), array.end(), [](Real value) { return value == 0; });
}

}  // namespace

template <class Real>
ShotRunner<Real>::ShotRunner(const InvertJob& job, optimisation::Loss<Real> loss,
                             std::shared_ptr<const acoustic::Model<Real>> model, int threads)
    : job_(job), loss_(std::move(loss)), propagator_(std::move(model), threads) {}

template <class Real>
pipelines::StepContext<Real> ShotRunner<Real>::context(const problem::Shot& shot, const std::vector<std::string>& roles,
                                                       pipelines::Report* report) const {
  const problem::Problem& problem = job_.forward.problem;
  pipelines::StepContext<Real> context;
  context.roles = roles;
  context.dt_s = problem.time.step_s;
  context.t0_s = problem.time.start_s;
  context.shot_id = shot.id;
  for (const std::string& role : roles)
    context.trace_ids.push_back(role == "wavelets" ? shot.source_ids : shot.receiver_ids);
  context.offsets_m = problem.geometry.offsets_m(shot.source_ids, shot.receiver_ids);
  context.report = report;
  return context;
}

template <class Real>
operators::Arrays<Real> ShotRunner<Real>::through(const pipelines::PipelinePlan& plan,
                                                  const pipelines::StepContext<Real>& context,
                                                  operators::Arrays<Real> arrays) const {
  return pipelines::make_pipeline<Real>(plan, context).forward(std::move(arrays));
}

// Wavelets and observed traces, processed.
template <class Real>
operators::Arrays<Real> ShotRunner<Real>::prepare(const ShotTask& task, const Array<Real>& raw,
                                                  pipelines::Report& report) const {
  const problem::Shot& shot = *task.shot;
  const ShotPipelines& pipelines = task.block->pipelines;
  operators::Arrays<Real> one, both;
  one.push_back(converted<Real>(shot.wavelets->clone()));
  both.push_back(std::move(through(pipelines.wavelets, context(shot, {"wavelets"}, &report), std::move(one)).front()));
  one.clear();
  one.push_back(raw.clone());
  both.push_back(std::move(through(pipelines.observed, context(shot, {"observed"}, &report), std::move(one)).front()));
  return through(pipelines.wavelets_observed, context(shot, {"wavelets", "observed"}, &report), std::move(both));
}

// The set that a step names, else the unprocessed observed traces.
template <class Real>
Array<Real> ShotRunner<Real>::scale_to(const ShotTask& task, const Array<Real>& raw) const {
  for (const auto& [key, name] : task.block->pipelines.traces.with) {
    if (key != "scale_to") continue;
    const io::TraceSource& source = *job_.scale_to.at(name);
    const auto info = source.info(name, task.shot->id);
    if (!info)
      throw Error(ErrorKind::data, fmt::format("shot {}", task.shot->id), source.file() + " has no traces of it");
    return converted<Real>(source.read(name, task.shot->id, 0, info->traces));
  }
  return raw.clone();
}

template <class Real>
Array<Real> ShotRunner<Real>::model(const acoustic::ShotSetup& setup, const ShotTask& task,
                                    const acoustic::Monitor& monitor) {
  if (!task.gradient) return propagator_.run(setup, monitor);
  acoustic::StoreSettings store = job_.store;
  store.undersample = task.block->undersample;
  return propagator_.run_and_keep(setup, monitor, store);
}

template <class Real>
ShotOutcome<Real> ShotRunner<Real>::outcome(const ShotTask& task, const acoustic::Monitor& monitor) {
  const problem::Shot& shot = *task.shot;
  ShotOutcome<Real> outcome;
  const Array<Real> raw =
      converted<Real>(job_.observed->read(job_.observed_role, shot.id, 0, shot.receiver_ids.size()));
  operators::Arrays<Real> prepared = prepare(task, raw, outcome.report);
  const Array<float> wavelets = converted<float>(std::move(prepared[0]));
  acoustic::ShotSetup setup = solver_shot(job_.forward.problem, shot);
  setup.wavelets = wavelets.rows();

  operators::Arrays<Real> inputs;
  inputs.push_back(model(setup, task, monitor));
  inputs.push_back(std::move(prepared[1]));
  const Array<Real> scale = scale_to(task, raw);
  pipelines::StepContext<Real> with = context(shot, {"modelled", "observed"}, &outcome.report);
  with.scale_to = &scale;
  pipelines::Pipeline<Real> traces = pipelines::make_pipeline<Real>(task.block->pipelines.traces, with);
  const operators::Arrays<Real> processed = traces.forward(operators::clone(inputs));
  Array<Real> residuals = Array<Real>::uninitialised(processed[0].shape());
  outcome.loss = loss_.value(processed[0].rows(), processed[1].rows(), residuals.rows());
  outcome.contributes = !all_zero(processed[1]);
  if (!std::isfinite(outcome.loss))
    throw Error(ErrorKind::failed, fmt::format("shot {}", shot.id),
                fmt::format("its loss ({}) is not finite", loss_.name()),
                "look at its traces; a filter or a norm overflows");
  if (!task.gradient) return outcome;

  operators::scale(residuals.data(), residuals.size(), task.loss_scale);
  operators::Arrays<Real> output_gradients(2);
  output_gradients[0] = std::move(residuals);
  output_gradients[1] = Array<Real>::zeros(inputs[1].shape());
  const Array<Real> adjoint_source = std::move(traces.adjoint(std::move(output_gradients), inputs).front());
  acoustic::ShotGradient<Real> gradient = propagator_.gradient(setup, adjoint_source.rows(), monitor);
  outcome.gradient = std::move(gradient.vp);
  outcome.preconditioner = std::move(gradient.preconditioner);
  return outcome;
}

template <class Real>
ShotOutcome<Real> ShotRunner<Real>::run(const ShotTask& task, const acoustic::Monitor& monitor) {
  const auto start = std::chrono::steady_clock::now();
  const std::string named = fmt::format("shot {}", task.shot->id);
  try {
    ShotOutcome<Real> done = outcome(task, monitor);
    done.seconds = seconds_since(start);
    return done;
  } catch (const pipelines::IncorrectTraces&) {
    throw;
  } catch (const Error& error) {
    if (error.where().starts_with(named)) throw;
    throw Error(error.kind(), named, (error.where().empty() ? "" : error.where() + ": ") + error.problem(),
                error.remedy());
  }
}

template class ShotRunner<float>;
template class ShotRunner<double>;

}  // namespace stride::run
