// How the machine is shared among the shots of an inversion, and how their wave fields are kept.
#pragma once

#include <string>

#include "run/invert_job.hpp"
#include "spec/diagnostics.hpp"
#include "spec/spec.hpp"

namespace stride::run {

// Sets job.forward.division and job.store.strategy so that the peak stays under the limit. Errors in `diagnostics`: as
// of divide_work().
void divide_inversion(const spec::Spec& spec, const InvertOptions& options, InvertJob& job,
                      spec::Diagnostics& diagnostics);

// "memory, f16"
std::string strategy_text(const physics::acoustic::StoreSettings& store);

}  // namespace stride::run
