#include "run/stream_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"
#include "runtime/workers.hpp"

namespace stride::run {
namespace {

// A set in flight, and the copy that a step may make of it.
constexpr std::uint64_t copies = 2;
// What the program itself takes: code, libraries, buffers of HDF5 and FFTW.
constexpr std::uint64_t program_bytes = 64ULL << 20U;

std::uint64_t shot_bytes(const ProcessJob& job, int shot_id) {
  std::uint64_t bytes = 0;
  for (const auto& [role, input] : job.traces)
    if (const auto info = input.source->info(input.role_in_file, shot_id)) {
      const std::uint64_t set = static_cast<std::uint64_t>(info->traces) * info->samples * sizeof(float);
      bytes += set * (role == "observed" && keeps_unprocessed(job) ? copies + 1 : copies);
    }
  std::uint64_t made = 0;
  for (const ProcessEntry& entry : job.trace_entries) made += entry.operators.size();
  return job.traces.empty() ? bytes : bytes + bytes / job.traces.size() * made;
}

std::size_t most_traces(const ProcessJob& job) {
  std::size_t most = 1;
  for (const io::ShotInfo& shot : job.shots)
    for (const auto& [role, input] : job.traces)
      if (const auto info = input.source->info(input.role_in_file, shot.id)) most = std::max(most, info->traces);
  return most;
}

// Why a shot cannot be cut into pieces of traces, or "".
std::string needs_whole_shots(const ProcessJob& job, const ProcessOptions& options) {
  if (options.keep_going) return "--keep-going can only leave out a shot that is not yet written";
  for (const ProcessEntry& entry : job.trace_entries) {
    if (!entry.operators.empty()) return "operators: work on whole shots";
    const std::string step = pipelines::first_whole_shot_step(entry.pipeline);
    if (!step.empty()) return fmt::format("the step {} looks at all traces of a shot", step);
  }
  for (const auto& [role, input] : job.traces)
    if (role != "observed" && role != "modelled" && role != "wavelets")
      return fmt::format("the set '{}' is written with the observed one", role);
  return "";
}

}  // namespace

bool keeps_unprocessed(const ProcessJob& job) {
  for (const ProcessEntry& entry : job.trace_entries)
    for (const pipelines::StepCall& call : entry.pipeline.steps)
      if (call.info->name.starts_with("scale_per_")) return true;
  return false;
}

std::string bytes_text(double bytes) {
  const char* const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  while (bytes >= 1024 && unit + 1 < std::size(units)) {
    bytes /= 1024;
    ++unit;
  }
  return fmt::format("{:.{}f} {}", bytes, unit == 0 ? 0 : 1, units[unit]);
}

StreamPlan plan_stream(const ProcessJob& job, const ProcessOptions& options) {
  StreamPlan plan;
  plan.limit_bytes = options.memory_bytes.value_or(runtime::available_memory() / 2);
  for (const io::ShotInfo& shot : job.shots)
    plan.largest_shot_bytes = std::max(plan.largest_shot_bytes, shot_bytes(job, shot.id));
  const std::uint64_t usable = plan.limit_bytes > program_bytes ? plan.limit_bytes - program_bytes : 0;
  const std::size_t wanted = static_cast<std::size_t>(options.threads) + 1;
  const std::uint64_t fit = usable / std::max<std::uint64_t>(plan.largest_shot_bytes, 1);
  plan.in_flight = static_cast<std::size_t>(std::clamp<std::uint64_t>(fit, 1, wanted));
  if (fit >= 1) return plan;

  const std::string reason = needs_whole_shots(job, options);
  const std::uint64_t trace_bytes = plan.largest_shot_bytes / most_traces(job) + 1;
  const std::uint64_t traces = usable / trace_bytes / wanted;
  if (!reason.empty() || traces == 0)
    throw Error(
        ErrorKind::usage, "--mem " + bytes_text(static_cast<double>(plan.limit_bytes)),
        fmt::format("one shot needs {} and the program {}", bytes_text(static_cast<double>(plan.largest_shot_bytes)),
                    bytes_text(static_cast<double>(program_bytes))),
        reason.empty() ? "even single traces do not fit: give more memory"
                       : "it cannot be worked in pieces of traces: " + reason);
  plan.traces_per_piece = traces;
  plan.in_flight = wanted;
  return plan;
}

}  // namespace stride::run
