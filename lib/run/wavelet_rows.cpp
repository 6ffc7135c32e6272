#include "run/wavelet_rows.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "core/error.hpp"
#include "io/wavelet_file.hpp"
#include "signal/resample.hpp"

namespace stride::run {
namespace {

// Within a hundredth of a sample at the end of the wavelet.
bool same_step(double dt_s, const Time& time, std::size_t samples) {
  return std::abs(dt_s - time.step_s) * static_cast<double>(samples) <= 0.01 * time.step_s;
}

// Rows of the interval `dt_s` (not told: nullopt) as rows of the record.
Array<float> onto_record(Array<float> rows, std::optional<double> dt_s, const Time& time, bool resample,
                         const std::string& where) {
  if (resample && !dt_s)
    throw Error(ErrorKind::data, where, "does not tell its sampling interval, from which to resample",
                "write it into the file as the attribute dt of the dataset, in s");
  const std::size_t length = rows.rows().cols;
  const bool is_other = dt_s && !same_step(*dt_s, time, length);
  const bool is_far = is_other && std::abs(std::log10(*dt_s / time.step_s)) > 6;  // a wrong unit, not a wavelet
  if (is_other && (is_far || !resample))
    throw Error(ErrorKind::data, where,
                fmt::format("is sampled at {:.9g} s, but time.step is {:.9g} s", *dt_s, time.step_s),
                is_far ? "mend either; they are in s" : "write resample: true in wavelets:, or mend time.step");
  const std::size_t on_record = is_other ? signal::resampled_length(length, *dt_s, time.step_s) : length;
  if (on_record > time.num)
    throw Error(ErrorKind::data, where,
                fmt::format("its wavelets are longer than the record: {} > {} samples", on_record, time.num),
                "raise time.num, or cut the wavelets");
  if (is_other) rows = signal::resample<float>(std::as_const(rows).rows(), *dt_s, time.step_s);
  const Rows<const float> from = std::as_const(rows).rows();
  if (from.cols == time.num) return rows;
  spdlog::info("{}: wavelets of {} samples are continued by zeros to the {} of the record", where, from.cols, time.num);
  Array<float> record = Array<float>::zeros({from.rows, time.num});
  for (std::size_t r = 0; r < from.rows; ++r) std::copy_n(from.row(r), from.cols, record.rows().row(r));
  return record;
}

// `name(row)` says whose wavelet a row is.
void check_finite(const Array<float>& data, const std::string& where,
                  const std::function<std::string(std::size_t)>& name) {
  const Rows<const float> rows = data.rows();
  for (std::size_t r = 0; r < rows.rows; ++r)
    for (std::size_t i = 0; i < rows.cols; ++i)
      if (!std::isfinite(rows.row(r)[i]))
        throw Error(ErrorKind::data, where, fmt::format("{}: sample {} is {}", name(r), i, rows.row(r)[i]),
                    "mend the wavelet before it is used");
}

// The row of each source; without ids in the file they stand in the order of the shot.
Array<float> in_order(const Array<float>& data, const std::vector<int>& ids, const problem::Shot& shot,
                      const std::string& where) {
  const Rows<const float> from = data.rows();
  if (ids.empty() && from.rows != shot.source_ids.size())
    throw Error(
        ErrorKind::data, where,
        fmt::format("holds {} wavelets, but shot {} has {} sources", from.rows, shot.id, shot.source_ids.size()),
        "give one row for each source");
  Array<float> ordered = Array<float>::uninitialised({shot.source_ids.size(), from.cols});
  for (std::size_t k = 0; k < shot.source_ids.size(); ++k) {
    std::size_t row = k;
    if (!ids.empty()) {
      const auto found = std::find(ids.begin(), ids.end(), shot.source_ids[k]);
      if (found == ids.end())
        throw Error(ErrorKind::data, where,
                    fmt::format("has no wavelet of source {} of shot {}", shot.source_ids[k], shot.id),
                    "give one row for each source");
      row = static_cast<std::size_t>(found - ids.begin());
    }
    std::copy_n(from.row(row), from.cols, ordered.rows().row(k));
  }
  return ordered;
}

}  // namespace

RowsFromFile read_rows(const std::string& file, const Time& time, bool resample) {
  io::WaveletFile read = io::read_wavelet_file(file);
  RowsFromFile rows;
  rows.where = file + ":" + read.hdf5_path;
  check_finite(read.data, rows.where, [](std::size_t row) { return fmt::format("row {}", row); });
  if (!read.dt_s && !resample)
    spdlog::info("{}: does not tell its sampling interval; it is taken to be time.step, {:.9g} s", rows.where,
                 time.step_s);
  rows.data = onto_record(std::move(read.data), read.dt_s, time, resample, rows.where);
  return rows;
}

std::unique_ptr<io::TraceSource> open_shots(const std::string& file) {
  return io::holds_shots(file) ? io::open_acquisitions(file) : nullptr;
}

Array<float> wavelets_of_shot(const io::TraceSource& source, const problem::Shot& shot, const Time& time,
                              bool resample) {
  const auto& shots = source.shots();
  if (std::none_of(shots.begin(), shots.end(), [&](const io::ShotInfo& info) { return info.id == shot.id; }))
    throw Error(ErrorKind::data, source.file(), fmt::format("has no shot {}, so no wavelet for it", shot.id),
                "give the file that belongs to these acquisitions, or choose other shots with select_shots");
  const auto info = source.info("wavelets", shot.id);
  if (!info || info->traces == 0 || info->samples == 0)
    throw Error(ErrorKind::data, fmt::format("{}:/shots/{}", source.file(), shot.id), "holds no wavelets",
                "write them in wavelets: of the spec");
  const std::string where = source.file() + ":" + info->hdf5_path;
  Array<float> data = in_order(source.read("wavelets", shot.id, 0, info->traces), info->ids, shot, where);
  check_finite(data, where,
               [&](std::size_t row) { return fmt::format("shot {}, source {}", shot.id, shot.source_ids[row]); });
  const Time in_file = source.time();
  return onto_record(std::move(data), in_file.known() ? std::optional(in_file.step_s) : std::nullopt, time, resample,
                     where);
}

}  // namespace stride::run
