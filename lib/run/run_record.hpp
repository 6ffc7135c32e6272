// `<name>.run.json`: what differs from run to run (times, host, command line), and how the run ended.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "run/forward.hpp"
#include "run/invert.hpp"
#include "run/process.hpp"

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

 private:
  // `outcome`: keys of a finished run, or nullptr.
  void write(const std::string& status, const std::string& error, const nlohmann::ordered_json* outcome) const;

  std::string folder_;
  std::string file_;
  std::string command_line_;
  int threads_ = 1;
  std::string started_at_;
  bool started_ = false;
  bool finished_ = false;
};

}  // namespace stride::run
