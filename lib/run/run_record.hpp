// `<name>.run.json`: what differs from run to run (times, host, command line), and how the run ended.
#pragma once

#include <chrono>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/elapsed.hpp"
#include "core/error.hpp"
#include "run/forward.hpp"
#include "run/invert.hpp"
#include "run/process.hpp"
#include "runtime/workers.hpp"

namespace stride::run {

// Says "running" once started, "done", "failed" or "interrupted" when finished; a run that was refused before it
// started says "refused", unless that would hide the record of an earlier run. Never throws: a record that cannot be
// written is a warning.
class RunRecord {
 public:
  RunRecord(const std::string& folder, const std::string& name, const std::string& command_line, int threads);
  // Without finish(): "failed", or "refused" when it never started.
  ~RunRecord();
  RunRecord(const RunRecord&) = delete;
  RunRecord& operator=(const RunRecord&) = delete;

  // Where the number of threads is known only after the checks.
  void set_threads(int threads) { threads_ = threads; }
  void start();
  void finish(const ProcessSummary& summary);
  void finish(const ForwardSummary& summary);
  void finish(const InvertSummary& summary);
  void fail(const std::string& status, const std::string& error);
  // Writes how `work` ends: its summary (with the time since `began` and the peak of memory), or the Error it throws.
  template <class Work>
  auto end_with(std::chrono::steady_clock::time_point began, const Work& work) {
    try {
      auto summary = work();
      summary.seconds = seconds_since(began);
      summary.peak_memory_bytes = runtime::peak_memory();
      finish(summary);
      return summary;
    } catch (const Error& error) {
      fail(error.kind() == ErrorKind::interrupted ? "interrupted" : "failed", error.what());
      throw;
    }
  }

 private:
  // `outcome`: keys of a finished run, or nullptr.
  void write(const std::string& status, const std::string& error, const nlohmann::ordered_json* outcome) const;

  std::string folder_;
  std::string file_;
  bool has_name_ = true;  // without one there is nothing to call the file
  std::string command_line_;
  int threads_ = 1;
  std::string started_at_;
  bool started_ = false;
  bool finished_ = false;
};

}  // namespace stride::run
