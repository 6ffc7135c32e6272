// Where a `process` run writes, and whether it may.
#pragma once

#include <string>
#include <vector>

#include "run/process_job.hpp"

namespace stride::run {

// Sets the output files. An existing one without `overwrite`, one that is also an input, and two that are one file are
// errors.
void settle_outputs(const spec::Spec& spec, const ProcessOptions& options, ProcessJob& job,
                    spec::Diagnostics& diagnostics);

// Where the spec says where to write.
spec::Location output_where(const spec::Spec& spec);

// An output that exists without `overwrite`, or is one of the inputs, is an error at `where`.
void check_output(const std::string& output, const std::vector<std::string>& inputs, bool overwrite,
                  const spec::Location& where, spec::Diagnostics& diagnostics);

}  // namespace stride::run
