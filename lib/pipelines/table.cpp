#include "pipelines/table.hpp"

#include <utility>

#include "core/named.hpp"
#include "pipelines/defaults.hpp"
#include "pipelines/steps/steps.hpp"

namespace stride::pipelines {
namespace {

StepInfo on_wavelets_only(StepInfo info) {
  info.only_roles = {"wavelets"};
  return info;
}

}  // namespace

const std::vector<StepInfo>& all_steps() {
  static const std::vector<StepInfo> table = {
      steps::check_traces(),
      steps::filter_offsets(),
      steps::mute_first_arrival(),
      steps::mute_traces(),
      steps::filter_traces(),
      steps::agc(),
      steps::norm_per_trace(),
      steps::norm_per_shot(),
      steps::scale_per_shot(),
      steps::scale_per_trace(),
      steps::time_tweaking(),
      steps::time_weighting(),
      steps::shift_traces(),
      on_wavelets_only(steps::resonance_filter()),
      steps::differentiate_traces(),
      steps::integrate_traces(),
      steps::detrend(),
      steps::taper(),
      steps::despike(),
      steps::resample(),
      steps::delay_traces(),
      steps::envelope(),
      steps::bandlimit_report(),
      steps::dump(),
      steps::mask_field(),
      steps::smooth_field(),
      steps::norm_field(),
      steps::clip(),
  };
  return table;
}

const StepInfo* find_step(const std::string& name) {
  return find_named(all_steps(), name);
}

std::vector<std::string> step_names() {
  return names_of(all_steps());
}

const std::vector<PipelineInfo>& pipelines() {
  static const std::vector<PipelineInfo> table = {
      defaults::process_wavelets(), defaults::process_observed(),        defaults::process_wavelets_observed(),
      defaults::process_traces(),   defaults::process_global_gradient(), defaults::process_model_iteration(),
  };
  return table;
}

const PipelineInfo* find_pipeline(const std::string& name) {
  return find_named(pipelines(), name);
}

std::vector<std::string> pipeline_names() {
  return names_of(pipelines());
}

}  // namespace stride::pipelines
