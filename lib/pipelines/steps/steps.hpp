// Every step's declaration; each is defined in the file of its name and listed in table.cpp.
#pragma once

#include "pipelines/step.hpp"
#include "pipelines/steps/step_base.hpp"

namespace stride::pipelines::steps {

// Trace sets.
StepInfo check_traces();
StepInfo filter_offsets();
StepInfo mute_first_arrival();
StepInfo mute_traces();
StepInfo filter_traces();
StepInfo agc();
StepInfo norm_per_trace();
StepInfo norm_per_shot();
StepInfo scale_per_shot();
StepInfo scale_per_trace();
StepInfo shift_traces();
StepInfo time_tweaking();
StepInfo time_weighting();
StepInfo differentiate_traces();
StepInfo resonance_filter();
StepInfo detrend();
StepInfo taper();
StepInfo resample();
StepInfo despike();
StepInfo delay_traces();
StepInfo integrate_traces();
StepInfo envelope();
StepInfo bandlimit_report();
StepInfo dump();

// Fields.
StepInfo mask_field();
StepInfo smooth_field();
StepInfo norm_field();
StepInfo clip();

}  // namespace stride::pipelines::steps
