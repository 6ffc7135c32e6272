#include "run/shot_wavelets.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "core/error.hpp"
#include "problem/data_ref.hpp"
#include "run/wavelet_rows.hpp"
#include "signal/spectrum.hpp"
#include "signal/wavelets.hpp"

namespace stride::run {
namespace {

using Wavelets = std::shared_ptr<const Array<float>>;

std::vector<double> make_wavelet(const spec::Values& values, const Time& time) {
  const std::string& type = values.text("type");
  const double f_centre = values.number("f_centre");
  if (type == "continuous_wave")
    return signal::continuous_wave(f_centre, time.num, time.step_s, values.number("phase"),
                                   values.number("ramp_length"));
  const auto offset = static_cast<std::size_t>(values.integer("offset"));
  if (type == "ricker") return signal::ricker(f_centre, time.num, time.step_s, offset);
  const auto envelope =
      values.text("envelope") == "gaussian" ? signal::Envelope::gaussian : signal::Envelope::rectangular;
  return signal::tone_burst(f_centre, values.number("cycles"), time.num, time.step_s, envelope, offset);
}

// Shots with equally many sources share one array of equal rows.
void share_row(const float* row, std::size_t samples, std::vector<problem::Shot>& shots) {
  std::map<std::size_t, Wavelets> by_count;
  for (problem::Shot& shot : shots) {
    Wavelets& shared = by_count[shot.source_ids.size()];
    if (!shared) {
      auto rows = Array<float>::uninitialised({shot.source_ids.size(), samples});
      for (std::size_t r = 0; r < shot.source_ids.size(); ++r) std::copy_n(row, samples, rows.rows().row(r));
      shared = std::make_shared<const Array<float>>(std::move(rows));
    }
    shot.wavelets = shared;
  }
}

// Whether reading the spec found all that the type needs.
bool is_complete(const spec::Values& values) {
  return values.has("type") && values.has("f_centre") && (values.text("type") != "tone_burst" || values.has("cycles"));
}

void from_type(const spec::Spec& spec, std::vector<problem::Shot>& shots, spec::Diagnostics& diagnostics) {
  if (!is_complete(spec.wavelets)) return;
  try {
    const std::vector<double> wavelet = make_wavelet(spec.wavelets, spec.time);
    const std::vector<float> single(wavelet.begin(), wavelet.end());
    share_row(single.data(), single.size(), shots);
  } catch (const Error& error) {
    diagnostics.error(spec.wavelets.where("type"), "wavelets", error.what(), error.kind());
  }
}

// The rows of a file without shots.
void from_rows(const RowsFromFile& file, const std::set<int>& sources, std::vector<problem::Shot>& shots) {
  const Rows<const float> rows = file.data.rows();
  if (rows.rows == 1) {
    share_row(rows.row(0), rows.cols, shots);
    return;
  }
  if (rows.rows != sources.size())
    throw Error(ErrorKind::data, file.where,
                fmt::format("holds {} wavelets, but {} locations fire", rows.rows, sources.size()),
                "give one row for all, or one for each location that fires, in numeric order of their ids");
  for (problem::Shot& shot : shots) {
    auto picked = Array<float>::uninitialised({shot.source_ids.size(), rows.cols});
    for (std::size_t k = 0; k < shot.source_ids.size(); ++k) {
      const auto row = std::distance(sources.begin(), sources.find(shot.source_ids[k]));
      std::copy_n(rows.row(static_cast<std::size_t>(row)), rows.cols, picked.rows().row(k));
    }
    shot.wavelets = std::make_shared<const Array<float>>(std::move(picked));
  }
}

bool is_equal(const Array<float>& a, const Array<float>& b) {
  return a.shape() == b.shape() && std::equal(a.begin(), a.end(), b.begin());
}

// Most surveys fire one wavelet in all shots: a shot with that of the one before shares it.
void from_shots(const io::TraceSource& source, const spec::Spec& spec, std::vector<problem::Shot>& shots) {
  const bool resample = spec.wavelets.is_true("resample");
  Wavelets before;
  for (problem::Shot& shot : shots) {
    Array<float> wavelets = wavelets_of_shot(source, shot, spec.time, resample);
    if (!before || !is_equal(*before, wavelets)) before = std::make_shared<const Array<float>>(std::move(wavelets));
    shot.wavelets = before;
  }
}

void from_file(const spec::Spec& spec, const problem::Acquisitions& acquisitions, std::vector<problem::Shot>& shots,
               std::vector<std::string>& input_files, spec::Diagnostics& diagnostics) {
  const spec::DataRef ref = problem::file_of(spec, spec.wavelets, "wavelets");
  input_files.push_back(ref.file);
  try {
    problem::require_file(ref);
    if (const auto source = open_shots(ref.file))
      from_shots(*source, spec, shots);
    else
      from_rows(read_rows(ref.file, spec.time, spec.wavelets.is_true("resample")), acquisitions.source_ids(), shots);
  } catch (const Error& error) {
    problem::report(ref, error, diagnostics);
  }
}

void from_acquisitions(const spec::Spec& spec, const problem::Acquisitions& acquisitions,
                       std::vector<problem::Shot>& shots, spec::Diagnostics& diagnostics) {
  const spec::DataRef ref = problem::file_of(spec, spec.acquisitions, "acquisitions");
  const std::vector<std::string> roles = acquisitions.source->roles();
  if (std::find(roles.begin(), roles.end(), "wavelets") == roles.end()) {
    diagnostics.error(ref.where_of("file"), "acquisitions",
                      ref.written +
                          " holds no wavelets; add them, as in wavelets: {type: tone_burst, f_centre: 0.5 "
                          "MHz, cycles: 3}");
    return;
  }
  try {
    from_shots(*acquisitions.source, spec, shots);
  } catch (const Error& error) {
    problem::report(ref, error, diagnostics);
  }
}

bool is_zero(const float* row, std::size_t samples) {
  return std::all_of(row, row + samples, [](float value) { return value == 0; });
}

void warn_of_zeros(const spec::Spec& spec, const std::vector<problem::Shot>& shots, spec::Diagnostics& diagnostics) {
  constexpr std::size_t most = 8;
  std::vector<int> silent;
  for (const problem::Shot& shot : shots)
    if (shot.wavelets && is_zero(shot.wavelets->data(), shot.wavelets->size())) silent.push_back(shot.id);
  if (silent.empty()) return;
  const std::size_t count = silent.size();
  silent.resize(std::min(count, most));
  const auto where = spec.where.find(spec.where.contains("wavelets") ? "wavelets" : "acquisitions");
  diagnostics.warning(where == spec.where.end() ? spec::Location{spec.file, 1, 1} : where->second, "wavelets",
                      fmt::format("all zero in {} of {} shots ({}{}): their traces will be zero", count, shots.size(),
                                  fmt::join(silent, ", "), count > most ? ", ..." : ""));
}

}  // namespace

void add_wavelets(const spec::Spec& spec, const problem::Acquisitions& acquisitions, std::vector<problem::Shot>& shots,
                  std::vector<std::string>& input_files, spec::Diagnostics& diagnostics) {
  if (!spec.time.known() || shots.empty()) return;
  const bool is_absent = !spec.where.contains("wavelets");
  if (is_absent && acquisitions.source != nullptr)
    from_acquisitions(spec, acquisitions, shots, diagnostics);
  else if (spec.wavelets.has("file"))
    from_file(spec, acquisitions, shots, input_files, diagnostics);
  else if (!is_absent)
    from_type(spec, shots, diagnostics);
  warn_of_zeros(spec, shots, diagnostics);
}

Band wavelet_band(const std::vector<problem::Shot>& shots, double dt_s) {
  Band band;
  std::set<const Array<float>*> seen;
  for (const problem::Shot& shot : shots) {
    if (!shot.wavelets || !seen.insert(shot.wavelets.get()).second) continue;
    const Rows<const float> rows = shot.wavelets->rows();
    std::vector<double> loud;
    for (std::size_t r = 0; r < rows.rows; ++r)
      if (!is_zero(rows.row(r), rows.cols)) loud.insert(loud.end(), rows.row(r), rows.row(r) + rows.cols);
    if (loud.empty()) continue;
    const signal::Bandwidth of_shot = signal::bandwidth({loud.data(), loud.size() / rows.cols, rows.cols}, dt_s);
    band.f_min_hz = band.f_max_hz == 0 ? of_shot.f_min_hz : std::min(band.f_min_hz, of_shot.f_min_hz);
    band.f_max_hz = std::max(band.f_max_hz, of_shot.f_max_hz);
  }
  return band;
}

}  // namespace stride::run
