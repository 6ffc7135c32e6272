// The `validate` verb's work: everything that can be told of a spec without computing.
#pragma once

#include "run/process.hpp"
#include "spec/diagnostics.hpp"
#include "spec/spec.hpp"

namespace stride::run {

// Checks what `process` checks where the spec has `process:`; else what `forward` checks where it has a geometry,
// acquisitions, wavelets or physics; and the medium's files against the space.
void validate(const spec::Spec& spec, const ProcessOptions& options, spec::Diagnostics& diagnostics);

}  // namespace stride::run
