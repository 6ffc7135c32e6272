// The `plan` verb's work: what a `forward` run would do and need; nothing is written.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/array.hpp"
#include "run/forward.hpp"

namespace stride::run {

struct ForwardJob;
struct Division;

// How the machine is shared among shots, and what that takes.
struct Resources {
  int workers = 1, threads_per_worker = 1;
  std::uint64_t memory_per_worker_bytes = 0, memory_shared_bytes = 0, memory_peak_bytes = 0, memory_limit_bytes = 0;
};
Resources resources_of(const Division& division);

struct ForwardPlan {
  std::size_t shots_total = 0, shots_to_run = 0, shots_finished = 0, shots_observed = 0;
  std::size_t sources = 0, receivers = 0;  // most of any shot
  std::size_t steps = 0;
  double step_s = 0;
  Shape inner, extended;  // cells per axis
  std::vector<double> spacing_m;
  std::string kernel, kernel_reason;
  double courant = 0;                       // vp_max dt / h
  double ot2_limit_s = 0, ot4_limit_s = 0;  // largest stable dt of each kernel
  std::string limit_rule;
  double vp_min = 0, vp_max = 0;      // m/s
  double f_min_hz = 0, f_max_hz = 0;  // -10 dB band of the wavelets; 0: they are all zero
  double points_per_wavelength = 0;   // 0: no band
  std::string boundary, interpolation, precision;
  int space_order = 10;
  Resources resources;
  std::uint64_t result_bytes = 0;     // the final file
  std::uint64_t wavefield_bytes = 0;  // snapshots
  std::uint64_t disk_peak_bytes = 0;  // with the finished shots beside it
  double points_per_s = 0;            // measured on the real model; 0: not measured
  double seconds = 0;                 // estimated time of the shots to run; 0: not measured
  std::vector<std::string> outputs;
};

// Steps, grid, kernel, medium and band, of a job that is settled.
void describe_waves(const ForwardJob& job, ForwardPlan& plan);

// All that run_forward checks, and what would be done. With `calibrate` the real model is stepped for a second at most
// (without it nothing is said of time). Errors as those of run_forward.
ForwardPlan plan_forward(const spec::Spec& spec, const ForwardOptions& options, bool calibrate,
                         spec::Diagnostics& diagnostics);

}  // namespace stride::run
