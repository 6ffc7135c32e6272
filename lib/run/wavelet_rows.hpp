// Wavelets read from a file and brought onto the record: sampling interval, length, values.
#pragma once

#include <memory>
#include <string>

#include "core/array.hpp"
#include "core/space.hpp"
#include "io/trace_source.hpp"
#include "problem/shot.hpp"

namespace stride::run {

struct RowsFromFile {
  Array<float> data;  // (rows, time.num)
  std::string where;  // file and HDF5 path, for messages
};

// The file's one dataset of wavelets (io::read_wavelet_file). One that does not tell its sampling interval is taken to
// have time.step, which the log says; with `resample` that is an Error(data). Further Errors(data): another interval
// without `resample`, longer than the record, NaN or Inf.
RowsFromFile read_rows(const std::string& file, const Time& time, bool resample);

// An acquisitions file; nullptr when it is none. Error(data) of lib/io.
std::unique_ptr<io::TraceSource> open_shots(const std::string& file);

// The wavelets of `shot` in that file, its sources in the order of shot.source_ids, (sources, time.num). Errors as
// above, and for a shot or a source that it lacks.
Array<float> wavelets_of_shot(const io::TraceSource& source, const problem::Shot& shot, const Time& time,
                              bool resample);

}  // namespace stride::run
