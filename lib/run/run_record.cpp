#include "run/run_record.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/log.hpp"
#include "core/version.hpp"

namespace stride::run {
namespace {

std::string now_utc() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

std::string host_name() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "";
}

nlohmann::ordered_json outcome_of(const ProcessSummary& summary) {
  return {{"outputs", summary.outputs},
          {"shots", summary.shots},
          {"traces", summary.traces},
          {"quarantined_shots", summary.quarantined.size()},
          {"seconds",
           {{"total", summary.seconds},
            {"read", summary.read_seconds},
            {"work", summary.work_seconds},
            {"write", summary.write_seconds},
            {"flush", summary.flush_seconds}}},
          {"bytes_read", summary.bytes_read},
          {"bytes_written", summary.bytes_written},
          {"peak_memory_bytes", summary.peak_memory_bytes}};
}

nlohmann::ordered_json outcome_of(const ForwardSummary& summary) {
  return {{"outputs", summary.outputs},
          {"shots", summary.shots_total},
          {"shots_run", summary.shots_run},
          {"missing_shots", summary.missing},
          {"quarantined_shots", summary.quarantined.size()},
          {"workers", summary.workers},
          {"threads_per_worker", summary.threads_per_worker},
          {"kernel", summary.kernel},
          {"steps", summary.steps},
          {"points", summary.points},
          {"points_per_s", summary.points_per_s},
          {"seconds", {{"total", summary.seconds}, {"kernel", summary.kernel_seconds}}},
          {"peak_memory_bytes", summary.peak_memory_bytes},
          {"predicted_memory_bytes", summary.predicted_memory_bytes}};
}

nlohmann::ordered_json outcome_of(const InvertSummary& summary) {
  nlohmann::ordered_json seconds = nlohmann::ordered_json::array();
  for (const IterationReport& iteration : summary.iterations) seconds.push_back(iteration.seconds);
  return {{"outputs", summary.outputs},
          {"iterations", summary.iterations_total},
          {"iterations_before", summary.iterations_before},
          {"quarantined_shots", summary.quarantined.size()},
          {"workers", summary.workers},
          {"threads_per_worker", summary.threads_per_worker},
          {"kernel", summary.kernel},
          {"wavefield", summary.strategy},
          {"seconds", {{"total", summary.seconds}, {"iterations", seconds}}},
          {"peak_memory_bytes", summary.peak_memory_bytes},
          {"predicted_memory_bytes", summary.predicted_memory_bytes}};
}

}  // namespace

RunRecord::RunRecord(const std::string& folder, const std::string& name, const std::string& command_line, int threads)
    : folder_(folder),
      file_((std::filesystem::path(folder) / (name + ".run.json")).string()),
      has_name_(!name.empty()),
      command_line_(command_line),
      threads_(threads),
      started_at_(now_utc()) {}

RunRecord::~RunRecord() {
  if (finished_) return;
  fail(started_ ? "failed" : "refused", "");
}

void RunRecord::start() {
  started_ = true;
  write("running", "", nullptr);
}

void RunRecord::finish(const ProcessSummary& summary) {
  finished_ = true;
  const nlohmann::ordered_json outcome = outcome_of(summary);
  write("done", "", &outcome);
}

void RunRecord::finish(const ForwardSummary& summary) {
  finished_ = true;
  const nlohmann::ordered_json outcome = outcome_of(summary);
  write("done", "", &outcome);
}

void RunRecord::finish(const InvertSummary& summary) {
  finished_ = true;
  const nlohmann::ordered_json outcome = outcome_of(summary);
  write("done", "", &outcome);
}

void RunRecord::fail(const std::string& status, const std::string& error) {
  finished_ = true;
  if (!has_name_) return;
  std::error_code ignored;
  if (!started_ && (!std::filesystem::is_directory(folder_, ignored) || std::filesystem::exists(file_, ignored)))
    return;
  write(started_ ? status : "refused", error, nullptr);
}

void RunRecord::write(const std::string& status, const std::string& error,
                      const nlohmann::ordered_json* outcome) const {
  nlohmann::ordered_json record;
  record["status"] = status;
  if (!error.empty()) record["error"] = error;
  record["program"] = std::string("stride-cli ") + version();
  record["command"] = command_line_;
  record["host"] = host_name();
  record["process_id"] = getpid();
  record["started"] = started_at_;
  if (status != "running") record["ended"] = now_utc();
  record["threads"] = threads_;
  if (outcome != nullptr) record.update(*outcome);
  const std::string beside = fmt::format("{}.{}.tmp", file_, getpid());
  std::ofstream out(beside);
  out << record.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
  out.close();
  std::error_code problem;
  if (out) std::filesystem::rename(beside, file_, problem);
  if (!out || problem) {
    spdlog::warn("{}: cannot write the record of this run{}", file_, problem ? ": " + problem.message() : "");
    std::filesystem::remove(beside, problem);
  }
}

}  // namespace stride::run
