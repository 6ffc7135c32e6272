// Where an inversion stands between two iterations, and how it comes back from disk.
#pragma once

#include <string>
#include <vector>

#include "optimisation/data_parallel_optimiser.hpp"
#include "optimisation/loop/checkpoint.hpp"
#include "run/invert_job.hpp"

namespace stride::run {

// Puts `state` (all but the optimiser) on disk: the model and the losses of its last iteration, the loop file, and last
// the checkpoint. Error(failed): full disk and the like; the last checkpoint is as it was then.
void write_state(const InvertJob& job, const optimisation::Checkpoint& state);

// What a run begins with: the start model at iteration 0, or what `options` ask to go on from. Told in the log. Errors
// of data: no checkpoint that could be read, one of another spec (the differences are named), an iteration that was
// not reached.
optimisation::Checkpoint first_state(const InvertJob& job, const InvertOptions& options,
                                     const optimisation::Optimiser<float>& optimiser);

// Removes what an earlier run of the same name left: for a run that begins anew.
void remove_earlier(const InvertJob& job);

// Removes half-written files that a run that was killed left. The caller holds the RunLock.
void remove_unfinished(const InvertJob& job);

// The names of files that a run would begin anew with, and that are there.
std::vector<std::string> earlier_files(const InvertJob& job);

}  // namespace stride::run
