// The default pipelines: what each acts on, its steps in order, and its switches.
#pragma once

#include "pipelines/table.hpp"

namespace stride::pipelines::defaults {

PipelineInfo process_wavelets();
PipelineInfo process_observed();
PipelineInfo process_wavelets_observed();
PipelineInfo process_traces();
PipelineInfo process_global_gradient();
PipelineInfo process_model_iteration();

}  // namespace stride::pipelines::defaults
