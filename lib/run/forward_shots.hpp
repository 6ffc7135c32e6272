// Models shots on several workers.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/array.hpp"
#include "core/error.hpp"
#include "run/forward_job.hpp"

namespace stride::run {

// One thread at a time calls these; all but `done` may be empty.
struct ModellingHooks {
  // Traces (receivers, samples) of a shot, and how long it took.
  std::function<void(const problem::Shot& shot, const Array<float>& traces, double seconds)> done;
  // A shot whose field is no longer finite: true leaves it out and goes on.
  std::function<bool(const problem::Shot& shot, const Error& error)> failed;
  std::function<void(const ForwardProgress&)> progress;
  // Asked between steps, from any worker: true ends everything as soon as may be.
  std::function<bool()> stop;
};

struct Modelling {
  double seconds = 0;         // of the wall clock, without making the model
  double kernel_seconds = 0;  // spent stepping, summed over workers
  double points = 0;          // grid points times steps, done
  bool stopped = false;
};

// Makes the model (and lets go of job.problem.medium), then models `shots` in order, as many at a time as
// job.division says. After a failure that no one takes, shots under way are finished, no other is begun, and the
// failure of the first of them in order is thrown.
Modelling model_shots(ForwardJob& job, const std::vector<const problem::Shot*>& shots, bool overwrite,
                      const ModellingHooks& hooks);

// Points per second: all workers of job.division step for about `seconds` on the model of the job, which is made for
// it and thrown away.
double measure_speed(const ForwardJob& job, const std::vector<const problem::Shot*>& shots, double seconds);

}  // namespace stride::run
