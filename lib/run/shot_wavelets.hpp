// The source wavelets of the shots.
#pragma once

#include <string>
#include <vector>

#include "problem/acquisitions.hpp"
#include "problem/shot.hpp"
#include "spec/diagnostics.hpp"
#include "spec/spec.hpp"

namespace stride::run {

// Sets `wavelets` of every shot, (sources, time.num), from the section `wavelets:`; without it from the file of
// `acquisitions`. A file holds one row for all sources, or one for each location that fires in any shot, in numeric
// order, or is an acquisitions file, whose shots are found by their ids; shorter rows are continued by zeros. Adds a
// file that it read to `input_files`. Errors in `diagnostics`: nothing to take wavelets from, longer than the record
// (both lengths), another sampling interval without `resample: true`, rows that do not fit the sources, NaN or Inf
// (shot, source and sample named). A shot whose wavelets are all zero is a warning. Does nothing where spec.time is not
// known.
void add_wavelets(const spec::Spec& spec, const problem::Acquisitions& acquisitions, std::vector<problem::Shot>& shots,
                  std::vector<std::string>& input_files, spec::Diagnostics& diagnostics);

// The -10 dB band, Hz. Both zero when there is none: all wavelets are zero.
struct Band {
  double f_min_hz = 0;
  double f_max_hz = 0;
};

// From the lowest to the highest frequency of any shot's wavelets; those that are all zero are left out.
Band wavelet_band(const std::vector<problem::Shot>& shots, double dt_s);

}  // namespace stride::run
