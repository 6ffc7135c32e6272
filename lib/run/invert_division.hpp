// How the machine is shared among the shots of an inversion, and how their wave fields are kept.
#pragma once

#include <string>

#include "run/invert_job.hpp"
#include "spec/diagnostics.hpp"
#include "spec/spec.hpp"

namespace stride::run {

// Sets job.forward.division and job.store so that the peak stays under the limit: of the ways that physics.wavefield
// allows, the one that takes least time, counting steps that are taken again and workers that have no room; a disk
// last. Errors in `diagnostics`: as of divide_work(), and a field that cannot be stepped back.
void divide_inversion(const spec::Spec& spec, const InvertOptions& options, InvertJob& job,
                      spec::Diagnostics& diagnostics);

// "memory, f16"
std::string strategy_text(const physics::acoustic::StoreSettings& store);

}  // namespace stride::run
