// The `forward` verb's work: a checked spec in, modelled traces out.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/provenance.hpp"
#include "run/process.hpp"
#include "spec/diagnostics.hpp"
#include "spec/spec.hpp"

namespace stride::run {

struct ForwardProgress {
  std::size_t shots_done = 0;
  std::size_t shots_total = 0;
  double points_done = 0;  // grid points times steps, of shots under way too
  double points_total = 0;
  double seconds = 0;
};

struct ForwardOptions {
  std::optional<int> threads;                 // in all; none: those there are
  std::optional<int> workers;                 // shots at the same time; none: the spec's, or as divide_work() finds
  std::optional<int> threads_per_worker;      // likewise
  std::optional<std::uint64_t> memory_bytes;  // none: half of the machine's
  bool overwrite = false;                     // replace outputs, and finished shots of another run
  bool keep_going = false;                    // leave out a shot that turns bad
  std::string shots;                          // "3,5,10-20"; "": all
  std::string command_line;                   // for <name>.run.json
  std::function<void(const spec::Diagnostics&)> on_checked;  // once, with warnings, before anything is modelled
  std::function<void(const ForwardProgress&)> on_progress;   // may be empty; these two from one thread at a time
  std::function<void(const Event&)> on_event;                // may be empty
};

struct ForwardSummary {
  std::size_t shots_total = 0;   // of the problem
  std::size_t shots_run = 0;     // modelled now
  std::size_t shots_found = 0;   // finished by an earlier run of the same spec
  std::size_t shots_copied = 0;  // whose traces the acquisitions file has
  std::vector<int> missing;      // still to be modelled: then there is no final file yet
  std::string partial_folder;    // where finished shots are while some are missing
  std::vector<std::string> outputs;
  std::vector<io::Quarantined> quarantined;
  std::string kernel;
  int workers = 1, threads_per_worker = 1;
  std::size_t steps = 0;      // of each shot
  std::uint64_t points = 0;   // that each step updates
  double points_per_s = 0;    // points times steps times shots over the time of modelling
  double kernel_seconds = 0;  // spent stepping, summed over workers
  double seconds = 0;
  std::uint64_t peak_memory_bytes = 0;
  std::uint64_t predicted_memory_bytes = 0;
};

// Models the shots of the spec and writes `<name>-Acquisitions.h5`, the generated geometry and transducers, and
// snapshots where asked for. Each finished shot is kept in `<name>.partial/` until all are there, so a run that was
// stopped goes on with the same command; so do runs of some of the shots. Problems of spec and inputs go to
// `diagnostics`, all of them, before anything is computed; then Error is thrown by Diagnostics::throw_if_errors. A shot
// that turns non-finite is Error(failed), a signal Error(interrupted); finished shots stay. The bytes written do not
// depend on workers and threads.
ForwardSummary run_forward(const spec::Spec& spec, const ForwardOptions& options, spec::Diagnostics& diagnostics);

// What run_forward checks of spec and files beforehand; what depends on the machine is not asked.
void check_forward(const spec::Spec& spec, const ForwardOptions& options, spec::Diagnostics& diagnostics);

}  // namespace stride::run
