// Wavelets in an HDF5 file of any layout: the one dataset of floating-point numbers that it holds.
#pragma once

#include <optional>
#include <string>

#include "core/array.hpp"

namespace stride::io {

struct WaveletFile {
  Array<float> data;  // (rows, samples); a dataset of one axis is one row
  std::optional<double>
      dt_s;  // attribute `dt` of the dataset, else dataset /time/step; none where the file has neither
  std::string file;
  std::string hdf5_path;
};

// Whether the file is an acquisitions file, whose shots may carry wavelets: it has a group /shots.
bool holds_shots(const std::string& file);

// Error(data) naming file and HDF5 path: no such dataset of 1 or 2 axes, or several (they are named), one without
// samples, a time step that is not above 0. The groups /space, /time, /slow_time and /provenance do not count.
WaveletFile read_wavelet_file(const std::string& file);

}  // namespace stride::io
