// The pipelines of an inversion: those that `process:` describes, else the default ones, with a block's corners.
#pragma once

#include <optional>

#include "run/invert_job.hpp"
#include "spec/diagnostics.hpp"
#include "spec/spec.hpp"

namespace stride::run {

// The corners that a block gives, and where in the spec.
struct BlockBand {
  std::optional<double> f_min_hz, f_max_hz;
  spec::Location where;
};

// Of one block. A pipeline that `process:` does not describe has its default steps. f_min and f_max of the block reach
// every step that declares them, in place of those that the pipeline gives; a step's own `{...}` stays. Where no
// relaxation is given it is 0.75, and 1 for ProcessTraces when the wavelets are not filtered. Errors: an entry of
// operators, a pipeline that is there twice or on other roles than its own, a step that changes the sampling interval,
// a dump.
ShotPipelines shot_pipelines(const spec::Spec& spec, const BlockBand& band, spec::Diagnostics& diagnostics);

// ProcessGlobalGradient and ProcessModelIteration: from optimiser.process_grad and process_model, or from `process:`;
// both for one pipeline is an error.
pipelines::PipelinePlan gradient_pipeline(const spec::Spec& spec, spec::Diagnostics& diagnostics);
pipelines::PipelinePlan model_pipeline(const spec::Spec& spec, spec::Diagnostics& diagnostics);

}  // namespace stride::run
