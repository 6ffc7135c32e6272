#include "run/job_outputs.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "run/job_fields.hpp"

namespace stride::run {
namespace {

namespace fs = std::filesystem;

bool same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  if (fs::weakly_canonical(a, ignored) == fs::weakly_canonical(b, ignored)) return true;
  return fs::equivalent(a, b, ignored) && !ignored;
}

}  // namespace

void check_output(const std::string& output, const std::vector<std::string>& inputs, bool overwrite,
                  const spec::Location& where, spec::Diagnostics& diagnostics) {
  for (const std::string& input : inputs)
    if (same_file(output, input)) {
      diagnostics.error(
          where, "output.folder",
          fmt::format("the output {} is also an input; inputs are never altered: choose another output folder",
                      output));
      return;
    }
  std::error_code ignored;
  if (fs::exists(output, ignored) && !overwrite)
    diagnostics.error(where, "output.folder",
                      fmt::format("{} exists already: give --overwrite, or choose another output folder", output));
}

spec::Location output_where(const spec::Spec& spec) {
  const auto section = spec.where.find("output");
  return section == spec.where.end() ? spec::Location{spec.file, 0, 0} : section->second;
}

void settle_outputs(const spec::Spec& spec, const ProcessOptions& options, ProcessJob& job,
                    spec::Diagnostics& diagnostics) {
  const auto folder = fs::path(spec.output.folder);
  const spec::Location where = output_where(spec);
  std::vector<std::string> outputs;
  if (!job.trace_entries.empty()) {
    const bool only_modelled = job.traces.size() == 1 && job.traces.contains("modelled");
    if (!only_modelled) outputs.push_back(job.acquisitions_file = (folder / (spec.name + "-Acquisitions.h5")).string());
    if (job.traces.contains("modelled"))
      outputs.push_back(job.modelled_file = (folder / (spec.name + "-Modelled.h5")).string());
  }
  for (const std::string& file : field_outputs(spec, job)) {
    for (const std::string& other : outputs)
      if (same_file(file, other))
        diagnostics.error(where, "output.folder",
                          fmt::format("two results would be written to {}: rename one of the fields' files", file));
    outputs.push_back(file);
  }
  for (const std::string& output : outputs)
    check_output(output, job.input_files, options.overwrite, where, diagnostics);
}

}  // namespace stride::run
