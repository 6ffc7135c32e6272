// One pass over some shots with one model: losses, and gradients where asked for.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "core/array.hpp"
#include "io/provenance.hpp"
#include "run/invert_job.hpp"
#include "run/invert_shot.hpp"

namespace stride::run {

struct Pass {
  const Block* block = nullptr;
  std::vector<int> shots;  // ids
  bool gradient = true;
  bool trial = false;  // of a line search: a shot that turns bad makes the loss infinite, and that is all
  double loss_scale = 1;
  std::size_t may_leave_out = 0;  // shots, before the pass fails
};

// Called while a pass runs, `gradient` and `leave_out` by any thread at any time, the others by one at a time.
// `gradient` may be empty where none is asked for, `shot_done` and `step` always.
struct PassHooks {
  std::function<void(std::size_t position, Array<float> gradient, Array<float> preconditioner)> gradient;
  std::function<void(std::size_t position)> leave_out;
  std::function<void(std::size_t shots_done, const problem::Shot& shot, const ShotResult& result)> shot_done;
  std::function<void(const problem::Shot& shot, const io::Quarantined& why)> left_out;
};

struct PassOutcome {
  std::vector<int> shots;  // that the losses are of, in order
  std::vector<double> losses;
  double loss = 0;           // their sum, in order
  bool contributes = false;  // some processed observed sample is not zero
  std::vector<io::Quarantined> left_out;
  std::vector<pipelines::Report> reports;
};

// Runs the shots on the workers of job.forward.division. `vp`: m/s, on the inner domain. Error(failed) when more shots
// turn bad than may be left out (the first of them in order is thrown); Error(interrupted) for a signal.
PassOutcome run_pass(const InvertJob& job, const Array<float>& vp, const Pass& pass, const PassHooks& hooks);

// Why a model cannot be stepped ("" when it can): not finite, not above zero, or beyond the stable range, with the
// numbers.
std::string unusable(const InvertJob& job, const Array<float>& vp);

}  // namespace stride::run
