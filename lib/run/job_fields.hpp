// The field side of a `process` run: gradients and models.
#pragma once

#include "run/process_job.hpp"

namespace stride::run {

// Names, shapes and values of the fields that the pipelines act on or go with. Values are read: a bad cell is an error
// here.
void check_field_entries(const spec::Spec& spec, ProcessJob& job, spec::Diagnostics& diagnostics);

// Runs the field pipelines in order on job.fields and writes each field that they act on under its own file's name.
void run_field_entries(const spec::Spec& spec, const ProcessOptions& options, ProcessJob& job,
                       const io::Provenance& provenance, ProcessSummary& summary);

// The outputs that run_field_entries will write, in order.
std::vector<std::string> field_outputs(const spec::Spec& spec, const ProcessJob& job);

}  // namespace stride::run
