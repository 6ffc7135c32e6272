// The `invert` verb's work: a checked spec and observed traces in, models out, iteration by iteration.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "optimisation/loop/checkpoint.hpp"
#include "run/forward.hpp"
#include "spec/diagnostics.hpp"
#include "spec/spec.hpp"

namespace stride::run {

struct InvertProgress {
  std::size_t iteration = 0;  // under way, from 0
  std::size_t iterations_total = 0;
  std::size_t block = 0, blocks_total = 0;
  std::size_t shots_done = 0, shots_total = 0;  // of this pass over the shots
  std::string pass;                             // "trial 2" of a line search, "held out"; "": the gradient
  double seconds = 0, seconds_left = 0;         // of the run; left: 0 where it cannot be told yet
  std::optional<double> loss;                   // of the iteration before
};

// An iteration that has been done.
struct IterationReport {
  optimisation::IterationRecord record;
  std::optional<double> change;  // of the loss against the iteration before, where that was of the same block
  std::string remark;            // of the line search, or why nothing was updated; may be empty
  double seconds = 0;
  double seconds_left = 0;
};

struct InvertOptions {
  ForwardOptions forward;      // on_progress is not used
  bool resume = false;         // go on from the last checkpoint, or begin where there is none
  std::string restart_from;    // "5" or "1:0" (block:iteration): go back to before that iteration
  bool allow_changed = false;  // go on although the spec has changed
  std::function<void(const InvertProgress&)> on_progress;  // these two from one thread at a time; may be empty
  std::function<void(const IterationReport&)> on_iteration;
};

struct InvertSummary {
  std::vector<IterationReport> iterations;  // done now
  std::size_t iterations_before = 0;        // done by earlier runs
  std::size_t iterations_total = 0;
  std::string model_file;  // of the last version
  std::vector<std::string> outputs;
  std::vector<io::Quarantined> quarantined;
  std::string kernel;
  std::string strategy;                  // how the wave field was kept
  std::vector<std::size_t> undersample;  // of each block
  int workers = 1, threads_per_worker = 1;
  double seconds = 0;
  std::uint64_t peak_memory_bytes = 0;
  std::uint64_t predicted_memory_bytes = 0;
};

// Runs the blocks of `loop:` and writes, into the output folder, `<name>-Vp.h5` (the start) and `<name>-Vp-00001.h5` on
// (after each iteration), `<name>-OptimisationLoop.h5`, `<name>-Losses.csv`, `<name>.checkpoint`, and the gradients
// that loop.write_gradients names. The checkpoint is the last to be replaced: a run that is stopped at any moment goes
// on with `resume` to the bytes of one that was not. Problems of spec and inputs go to `diagnostics`, all of them,
// before anything is computed; then Error is thrown by Diagnostics::throw_if_errors. Later errors: Error(failed) for a
// shot that turns bad beyond loop.fail_above, for an update that leaves the stable range, for a gradient of zero;
// Error(interrupted) for a signal. The bytes do not depend on workers and threads.
InvertSummary run_invert(const spec::Spec& spec, const InvertOptions& options, spec::Diagnostics& diagnostics);

// What run_invert checks of spec and files beforehand; what depends on the machine is not asked.
void check_invert(const spec::Spec& spec, const InvertOptions& options, spec::Diagnostics& diagnostics);

}  // namespace stride::run
