#include "run/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "run/forward_division.hpp"
#include "run/forward_job.hpp"
#include "run/forward_output.hpp"
#include "run/forward_shots.hpp"

namespace stride::run {
namespace {

namespace acoustic = physics::acoustic;

std::string kernel_reason(const ForwardJob& job, double dt_s) {
  const acoustic::Stability& stability = job.stability;
  if (job.physics.settings.kernel != acoustic::Kernel::automatic)
    return fmt::format("forced by physics.kernel{}", stability.stable ? "" : ", beyond its limit (allow_unstable)");
  if (stability.kernel == acoustic::Kernel::ot2)
    return fmt::format("dt {:.4g} s is within its limit of {:.4g} s", dt_s, stability.ot2_limit_s);
  return fmt::format("dt {:.4g} s is above the limit of OT2, {:.4g} s, and within that of OT4, {:.4g} s", dt_s,
                     stability.ot2_limit_s, stability.ot4_limit_s);
}

void add_shots(const ForwardJob& job, ForwardPlan& plan) {
  plan.shots_total = job.problem.shots.size();
  plan.shots_to_run = job.to_run().size();
  for (const problem::Shot& shot : job.problem.shots) {
    if (job.partial->has(shot.id))
      ++plan.shots_finished;
    else if (shot.observed)
      ++plan.shots_observed;
    plan.sources = std::max(plan.sources, shot.source_ids.size());
    plan.receivers = std::max(plan.receivers, shot.receiver_ids.size());
  }
}

void add_resources(const ForwardJob& job, ForwardPlan& plan) {
  plan.resources = resources_of(job.division);
  plan.result_bytes = result_bytes(job);
  if (job.physics.dump.every > 0)
    for (const problem::Shot* shot : job.to_run())
      if (job.physics.dump.shots.contains(shot->id)) {
        plan.wavefield_bytes += job.steps() / job.physics.dump.every * job.points() * sizeof(float);
        plan.outputs.push_back(job.wavefield_file(shot->id));
      }
  plan.disk_peak_bytes = 2 * plan.result_bytes + plan.wavefield_bytes;
  for (const std::string& file : {job.geometry_file, job.transducers_file, job.acquisitions_file})
    if (!file.empty()) plan.outputs.push_back(file);
}

}  // namespace

Resources resources_of(const Division& division) {
  return {division.workers,      division.threads_per_worker, division.worker_bytes,
          division.shared_bytes, division.peak_bytes(),       division.limit_bytes};
}

void describe_waves(const ForwardJob& job, ForwardPlan& plan) {
  const acoustic::Stability& stability = job.stability;
  const acoustic::Settings& settings = job.physics.settings;
  plan.steps = job.steps();
  plan.step_s = job.problem.time.step_s;
  plan.inner = job.problem.space.shape;
  plan.extended = job.extended;
  plan.spacing_m = job.problem.space.spacing_m;
  plan.kernel = acoustic::to_string(stability.kernel);
  plan.kernel_reason = kernel_reason(job, plan.step_s);
  plan.courant = stability.courant;
  plan.ot2_limit_s = stability.ot2_limit_s;
  plan.ot4_limit_s = stability.ot4_limit_s;
  plan.limit_rule = stability.rule;
  plan.vp_min = stability.vp_min;
  plan.vp_max = stability.vp_max;
  plan.f_min_hz = job.band.f_min_hz;
  plan.f_max_hz = job.band.f_max_hz;
  if (job.band.f_max_hz > 0)
    plan.points_per_wavelength = acoustic::points_per_wavelength(stability, job.problem.space, job.band.f_max_hz);
  plan.boundary = acoustic::to_string(settings.boundary);
  if (settings.free_surface)
    plan.boundary += fmt::format(", free surface on axis {} {}", settings.free_surface->axis,
                                 settings.free_surface->high ? "high" : "low");
  plan.interpolation = settings.interpolation == acoustic::Interpolation::hicks ? "hicks" : "linear";
  plan.precision = job.physics.double_precision ? "f64" : "f32";
  plan.space_order = settings.space_order;
}

ForwardPlan plan_forward(const spec::Spec& spec, const ForwardOptions& options, bool calibrate,
                         spec::Diagnostics& diagnostics) {
  constexpr double calibration_s = 0.5;
  ForwardJob job = prepare_forward(spec, options, diagnostics);
  diagnostics.throw_if_errors();
  find_finished(spec, options, job, diagnostics);
  divide_work(spec, options, job.to_run().size(), job, diagnostics);
  diagnostics.throw_if_errors();
  ForwardPlan plan;
  add_shots(job, plan);
  describe_waves(job, plan);
  add_resources(job, plan);
  const std::vector<const problem::Shot*> shots = job.to_run();
  if (!calibrate || shots.empty()) return plan;
  plan.points_per_s = measure_speed(job, shots, calibration_s);
  if (plan.points_per_s > 0)
    plan.seconds = static_cast<double>(shots.size()) * static_cast<double>(job.steps()) *
                   static_cast<double>(job.points()) / plan.points_per_s;
  return plan;
}

}  // namespace stride::run
