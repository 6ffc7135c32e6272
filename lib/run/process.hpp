// The `process` verb's work: a checked spec in, processed traces and fields out.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/provenance.hpp"
#include "spec/diagnostics.hpp"
#include "spec/spec.hpp"

namespace stride::run {

struct Progress {
  std::size_t shots_done = 0;
  std::size_t shots_total = 0;
  std::uint64_t bytes_done = 0;  // of trace samples read
  double seconds = 0;
};

// What happened, for `--events`: one per shot and per field.
struct Event {
  std::string kind;  // "shot", "quarantined", "field"
  int shot_id = -1;
  std::string name;                           // of a field; reason of a quarantine
  double seconds = 0;                         // of work
  double points_per_s = 0;                    // forward: grid points times steps over `seconds`
  int iteration = -1;                         // invert; -1: none
  std::optional<double> loss = std::nullopt;  // invert: of the shot
};

struct ProcessOptions {
  int threads = 1;
  std::optional<std::uint64_t> memory_bytes;  // none: half of the machine's
  bool overwrite = false;  // replace outputs that exist; output.overwrite of the spec is merged in by the caller
  bool keep_going = false;
  std::string shots;                                 // "3,5,10-20"; "": all
  std::string command_line;                          // for <name>.run.json
  std::function<void(const Progress&)> on_progress;  // may be empty
  std::function<void(const Event&)> on_event;        // may be empty; called from one thread at a time
};

// The same remark over all shots.
struct CountedNote {
  std::string step;
  std::string role;
  std::string text;
  bool warning = false;
  std::size_t count = 0;  // traces or cells
  std::size_t shots = 0;
};

struct ProcessSummary {
  std::size_t shots = 0;
  std::size_t traces = 0;
  std::uint64_t bytes_read = 0;
  std::uint64_t bytes_written = 0;
  std::vector<std::string> outputs;
  std::vector<io::Quarantined> quarantined;
  std::vector<CountedNote> notes;
  double seconds = 0;
  double read_seconds = 0, work_seconds = 0, write_seconds = 0, flush_seconds = 0;  // summed over threads
  std::uint64_t peak_memory_bytes = 0;
};

// Problems of spec and inputs go to `diagnostics`, all of them, before anything is written; then Error is thrown by
// Diagnostics::throw_if_errors. What fails while running is an Error that names shot and file; nothing half-written is
// left.
ProcessSummary run_process(const spec::Spec& spec, const ProcessOptions& options, spec::Diagnostics& diagnostics);

// Everything that run_process checks beforehand, and nothing else.
void check_process(const spec::Spec& spec, const ProcessOptions& options, spec::Diagnostics& diagnostics);

}  // namespace stride::run
