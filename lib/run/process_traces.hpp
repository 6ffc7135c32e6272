// The streaming part of `process`: shots in, pipelines in parallel, shots out in order.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "io/acquisitions_writer.hpp"
#include "run/notes.hpp"
#include "run/process_job.hpp"
#include "run/stream_plan.hpp"

namespace stride::run {

// A trace set while it is in memory.
struct TraceSet {
  Array<float> data;     // (trace, sample)
  std::vector<int> ids;  // location id of each trace; may be empty
  double dt_s = 0;
  double t0_s = 0;
};

struct Dump {
  std::string name;
  std::string role;
  Array<float> data;
};

// A shot in flight, or a piece of its traces.
struct Piece {
  const io::ShotInfo* shot = nullptr;
  std::size_t first = 0;  // trace of the shot that it begins with
  std::size_t count = 0;  // traces; 0 when there are none
  bool is_first = true;   // of its shot
  bool is_last = true;
  std::map<std::string, TraceSet> sets;  // by role
  pipelines::Report report;
  std::vector<Dump> dumps;
  std::string failure_code = "unreadable";  // what a failure from here on is called in the quarantine
  std::uint64_t bytes = 0;                  // of samples as they were read
  double work_seconds = 0;
};

// Opens the outputs when made; they appear under their names at commit().
class TraceRun {
 public:
  TraceRun(const ProcessOptions& options, const ProcessJob& job);
  ~TraceRun();

  // One worker per thread; `aside` is done meanwhile, unless the run is stopped.
  void run(ProcessSummary& summary, const std::function<void()>& aside);
  void commit(const io::Provenance& provenance, ProcessSummary& summary);

 private:
  bool read(Piece& piece);
  void write(Piece& piece);
  bool quarantine(const Piece& piece, const std::exception_ptr& failure);
  void write_to(io::AcquisitionsWriter& writer, Piece& piece, bool modelled) const;
  void report_progress(const Piece& piece);

  const ProcessOptions& options_;
  const ProcessJob& job_;
  StreamPlan plan_;
  std::unique_ptr<io::AcquisitionsWriter> acquisitions_, modelled_;
  std::size_t next_shot_ = 0, next_trace_ = 0;
  NoteCounter notes_;
  // The reading stage counts bytes_read and read_seconds, the writing stage all else: the two run at the same time.
  ProcessSummary* summary_ = nullptr;
  std::uint64_t bytes_done_ = 0;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace stride::run
