#include "run/shot_wavelets.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "core/error.hpp"
#include "io/acquisitions_writer.hpp"
#include "signal/wavelets.hpp"
#include "support/folder.hpp"
#include "support/shared.hpp"

using namespace stride;
using namespace stride::run;

namespace {

constexpr double dt_s = 5e-8;
constexpr std::size_t samples = 200;

struct Outcome {
  std::vector<problem::Shot> shots;
  std::vector<std::string> input_files;
  spec::Diagnostics diagnostics;

  std::string text() const { return diagnostics.render(false); }
  bool says(const std::string& part) const { return text().find(part) != std::string::npos; }
};

problem::Acquisitions two_shots() {
  problem::Acquisitions acquisitions;
  acquisitions.shots = {{3, {7}, {0, 7}, false, nullptr}, {5, {9, 2}, {0}, false, nullptr}};
  return acquisitions;
}

Outcome wavelets_of(const std::string& wavelets, const std::string& folder = ".", std::size_t num = samples,
                    const problem::Acquisitions& acquisitions = two_shots()) {
  Outcome outcome;
  const spec::Spec spec =
      spec::read_spec_text("version: 1\nname: t\ntime: {step: 50 ns, num: " + std::to_string(num) + "}\n" + wavelets,
                           "t.yaml", folder, {}, outcome.diagnostics);
  outcome.shots = acquisitions.shots;
  add_wavelets(spec, acquisitions, outcome.shots, outcome.input_files, outcome.diagnostics);
  return outcome;
}

// An HDF5 file with one dataset.
void write_rows(const std::string& file, const Array<float>& rows, double step_s = dt_s) {
  io::write_field(file, true, rows, {}, {0, step_s, step_s > 0 ? samples : 0}, "1", {});
}

Array<float> constant_rows(const std::vector<float>& values, std::size_t length = samples) {
  Array<float> rows = Array<float>::uninitialised({values.size(), length});
  for (std::size_t r = 0; r < values.size(); ++r) std::fill_n(rows.rows().row(r), length, values[r]);
  return rows;
}

// Acquisitions whose shot 3 has the wavelet `first` from source 7, shot 5 those from 2 and 9, in this order.
void write_shots(const std::string& file, const Array<float>& first, const Array<float>& second, double step_s = dt_s) {
  io::AcquisitionsWriter writer(file, true, {}, {0, step_s, first.rows().cols}, 2);
  writer.write_shot({3, {7}, {0}}, {{"wavelets", first.rows(), {7}}});
  writer.write_shot({5, {2, 9}, {0}}, {{"wavelets", second.rows(), {2, 9}}});
  writer.commit({});
}

}  // namespace

TEST_CASE("wavelets by type, for every source of every shot") {
  const Outcome burst = wavelets_of("wavelets: {type: tone_burst, f_centre: 0.5 MHz, cycles: 3, offset: 4}\n");
  REQUIRE_MESSAGE(burst.text().empty(), burst.text());
  const auto wanted = signal::tone_burst(0.5e6, 3, samples, dt_s, signal::Envelope::gaussian, 4);
  CHECK(burst.shots[0].wavelets->shape() == Shape{1, samples});
  CHECK(burst.shots[1].wavelets->shape() == Shape{2, samples});
  for (std::size_t i = 0; i < samples; ++i)
    for (std::size_t row = 0; row < 2; ++row)
      CHECK(burst.shots[1].wavelets->rows().row(row)[i] == static_cast<float>(wanted[i]));

  const Outcome square =
      wavelets_of("wavelets: {type: tone_burst, f_centre: 0.5 MHz, cycles: 3, envelope: rectangular}\n");
  CHECK(square.shots[0].wavelets->data()[30] ==
        static_cast<float>(signal::tone_burst(0.5e6, 3, samples, dt_s, signal::Envelope::rectangular)[30]));
  const Outcome ricker = wavelets_of("wavelets: {type: ricker, f_centre: 0.5 MHz}\n");
  CHECK(ricker.shots[0].wavelets->data()[40] == static_cast<float>(signal::ricker(0.5e6, samples, dt_s)[40]));
  const Outcome wave =
      wavelets_of("wavelets: {type: continuous_wave, f_centre: 0.5 MHz, phase: 0.5, ramp_length: 2}\n");
  CHECK(wave.shots[0].wavelets->data()[199] ==
        static_cast<float>(signal::continuous_wave(0.5e6, samples, dt_s, 0.5, 2)[199]));
}

TEST_CASE("case 34: a wavelet longer than the record is refused with both lengths") {
  const Outcome burst = wavelets_of("wavelets: {type: tone_burst, f_centre: 0.5 MHz, cycles: 3}\n", ".", 50);
  CHECK(burst.says("t.yaml:4:18: error: wavelets: the tone burst is 121 samples long, the record 50"));
  CHECK_FALSE(burst.shots[0].wavelets);
  const test::Folder folder;
  write_rows(folder / "w.h5", constant_rows({1}, 121));
  const Outcome file = wavelets_of("wavelets: {file: w.h5}\n", folder.path(), 50);
  CHECK(file.says("its wavelets are longer than the record: 121 > 50 samples"));
  CHECK(file.diagnostics.worst() == ErrorKind::data);
}

TEST_CASE("a wavelet file: one row for all, or one for each source in numeric order of the ids") {
  const test::Folder folder;
  write_rows(folder / "one.h5", constant_rows({4}, 60));
  const Outcome one = wavelets_of("wavelets: {file: one.h5}\n", folder.path());
  REQUIRE_MESSAGE(one.text().empty(), one.text());
  CHECK(one.shots[1].wavelets->rows().row(1)[59] == 4);
  CHECK(one.shots[1].wavelets->rows().row(1)[60] == 0);  // continued by zeros
  CHECK(one.input_files == std::vector<std::string>{folder / "one.h5"});

  write_rows(folder / "each.h5", constant_rows({20, 70, 90}));  // of the sources 2, 7, 9
  const Outcome each = wavelets_of("wavelets: {file: each.h5}\n", folder.path());
  REQUIRE_MESSAGE(each.text().empty(), each.text());
  CHECK(each.shots[0].wavelets->rows().row(0)[0] == 70);
  CHECK(each.shots[1].wavelets->rows().row(0)[0] == 90);
  CHECK(each.shots[1].wavelets->rows().row(1)[0] == 20);

  // The rows are those of all shots, also where only some are modelled.
  problem::Acquisitions all = two_shots();
  Outcome some;
  const spec::Spec spec =
      spec::read_spec_text("version: 1\nname: t\ntime: {step: 50 ns, num: 200}\nwavelets: {file: each.h5}\n", "t.yaml",
                           folder.path(), {}, some.diagnostics);
  some.shots = {all.shots[1]};
  add_wavelets(spec, all, some.shots, some.input_files, some.diagnostics);
  CHECK(some.text().empty());
  CHECK(some.shots[0].wavelets->rows().row(1)[0] == 20);

  write_rows(folder / "two.h5", constant_rows({1, 2}));
  CHECK(wavelets_of("wavelets: {file: two.h5}\n", folder.path()).says("holds 2 wavelets, but 3 locations fire"));
  CHECK(wavelets_of("wavelets: {file: none.h5}\n", folder.path()).says("t.yaml:4:18: error: wavelets: "));
}

TEST_CASE("a wavelet file of another sampling interval is resampled on request only") {
  const test::Folder folder;
  constexpr double coarse = 2 * dt_s;
  Array<float> row = Array<float>::uninitialised({1, 100});
  const std::vector<double> wavelet = signal::ricker(0.4e6, 100, coarse);
  std::copy(wavelet.begin(), wavelet.end(), row.begin());
  write_rows(folder / "w.h5", row, coarse);
  CHECK(wavelets_of("wavelets: {file: w.h5}\n", folder.path())
            .says("is sampled at 1e-07 s, but time.step is 5e-08 s; write resample: true"));
  const Outcome resampled = wavelets_of("wavelets: {file: w.h5, resample: true}\n", folder.path());
  REQUIRE_MESSAGE(resampled.text().empty(), resampled.text());
  for (std::size_t i = 0; i < 100; ++i)
    CHECK(std::abs(resampled.shots[0].wavelets->data()[2 * i] - static_cast<float>(wavelet[i])) < 1e-4);
  // Told before any memory is asked for.
  write_rows(folder / "w.h5", row, 1e-3);
  CHECK(wavelets_of("wavelets: {file: w.h5, resample: true}\n", folder.path()).says("1980001 > 200 samples"));
  write_rows(folder / "w.h5", row, 3600);
  CHECK(wavelets_of("wavelets: {file: w.h5, resample: true}\n", folder.path())
            .says("is sampled at 3600 s, but time.step is 5e-08 s; mend either"));
  // The same interval, a rounding away.
  write_rows(folder / "w.h5", row, static_cast<double>(static_cast<float>(dt_s)));
  CHECK(wavelets_of("wavelets: {file: w.h5}\n", folder.path()).text().empty());
  // Not told: taken as it is, but nothing to resample from.
  write_rows(folder / "w.h5", row, 0);
  CHECK(wavelets_of("wavelets: {file: w.h5}\n", folder.path()).text().empty());
  CHECK(wavelets_of("wavelets: {file: w.h5, resample: true}\n", folder.path())
            .says("does not tell its sampling interval, from which to resample"));
}

TEST_CASE("an acquisitions file as wavelet file: shots by their ids, rows by their sources") {
  const test::Folder folder;
  write_shots(folder / "a.h5", constant_rows({70}), constant_rows({20, 90}));
  const Outcome outcome = wavelets_of("wavelets: {file: a.h5}\n", folder.path());
  REQUIRE_MESSAGE(outcome.text().empty(), outcome.text());
  CHECK(outcome.shots[0].wavelets->rows().row(0)[5] == 70);
  CHECK(outcome.shots[1].wavelets->rows().row(0)[5] == 90);
  CHECK(outcome.shots[1].wavelets->rows().row(1)[5] == 20);

  write_shots(folder / "a.h5", constant_rows({70}), constant_rows({70, 70}));
  problem::Acquisitions equal = two_shots();
  equal.shots[1].source_ids = {9};
  const Outcome shared = wavelets_of("wavelets: {file: a.h5}\n", folder.path(), samples, equal);
  CHECK(shared.shots[0].wavelets == shared.shots[1].wavelets);

  problem::Acquisitions other = two_shots();
  other.shots[1].source_ids = {9, 8};
  CHECK(wavelets_of("wavelets: {file: a.h5}\n", folder.path(), samples, other)
            .says("has no wavelet of source 8 of shot 5"));
  other.shots[1].id = 6;
  CHECK(wavelets_of("wavelets: {file: a.h5}\n", folder.path(), samples, other).says("has no shot 6"));
  CHECK(wavelets_of("wavelets: {file: a.h5}\n", folder.path(), 150).says("200 > 150 samples"));
  write_shots(folder / "a.h5", constant_rows({70}), constant_rows({20, 90}), 2 * dt_s);
  CHECK(wavelets_of("wavelets: {file: a.h5}\n", folder.path()).says("is sampled at 1e-07 s, but time.step is 5e-08 s"));
}

TEST_CASE("a bad sample is named by shot and source, or by row") {
  const test::Folder folder;
  Array<float> two = constant_rows({20, 90});
  two.rows().row(1)[17] = std::numeric_limits<float>::quiet_NaN();
  write_shots(folder / "a.h5", constant_rows({70}), two);
  CHECK(wavelets_of("wavelets: {file: a.h5}\n", folder.path())
            .says("a.h5:/shots/5/wavelets/data: shot 5, source 9: sample 17 is nan"));
  two.rows().row(1)[17] = std::numeric_limits<float>::infinity();
  write_rows(folder / "w.h5", two);
  CHECK(wavelets_of("wavelets: {file: w.h5}\n", folder.path()).says("row 1: sample 17 is inf"));
}

TEST_CASE("no section: the acquisitions file's wavelets, or an error") {
  const test::Folder folder;
  write_shots(folder / "a.h5", constant_rows({70}), constant_rows({20, 90}));
  problem::Acquisitions acquisitions = two_shots();
  acquisitions.source = io::open_acquisitions(folder / "a.h5");
  const Outcome outcome = wavelets_of("acquisitions: {file: a.h5}\n", folder.path(), samples, acquisitions);
  REQUIRE_MESSAGE(outcome.text().empty(), outcome.text());
  CHECK(outcome.shots[1].wavelets->rows().row(1)[5] == 20);

  {
    io::AcquisitionsWriter writer(folder / "b.h5", true, {}, {0, dt_s, samples}, 1);
    const Array<float> traces = constant_rows({1});
    writer.write_shot({3, {7}, {0}}, {{"observed", traces.rows(), {0}}});
    writer.commit({});
  }
  acquisitions.source = io::open_acquisitions(folder / "b.h5");
  CHECK(wavelets_of("acquisitions: {file: b.h5}\n", folder.path(), samples, acquisitions)
            .says("t.yaml:4:22: error: acquisitions: b.h5 holds no wavelets; add them, as in wavelets: {"));
}

TEST_CASE("case 32: wavelets that are all zero are a warning") {
  const test::Folder folder;
  write_shots(folder / "a.h5", constant_rows({0}), constant_rows({0, 90}));
  const Outcome outcome = wavelets_of("wavelets: {file: a.h5}\n", folder.path());
  CHECK_FALSE(outcome.diagnostics.has_errors());
  CHECK(outcome.says("t.yaml:4:1: warning: wavelets: all zero in 1 of 2 shots (3): their traces will be zero"));
}

TEST_CASE("the band is that of the wavelets that are not zero") {
  const auto row_of = [](double f_hz) {
    std::vector<double> wave = signal::tone_burst(f_hz, 6, 400, dt_s);
    return std::vector<float>(wave.begin(), wave.end());
  };
  const std::vector<float> low = row_of(0.5e6), high = row_of(1e6);
  std::vector<float> with_zero = low;
  with_zero.resize(800, 0.0F);
  const auto shot = [](int id, const std::vector<float>& rows) {
    problem::Shot one{id, std::vector<int>(rows.size() / 400, 0), {0}, false, nullptr};
    one.wavelets = std::make_shared<const Array<float>>(Array<float>::from({rows.size() / 400, 400}, rows));
    return one;
  };
  const Band alone = wavelet_band({shot(0, low)}, dt_s);
  CHECK(alone.f_min_hz > 0.3e6);
  CHECK(alone.f_min_hz < 0.5e6);
  CHECK(alone.f_max_hz > 0.5e6);
  CHECK(alone.f_max_hz < 0.7e6);
  const Band first = wavelet_band({shot(0, with_zero)}, dt_s);
  CHECK(first.f_min_hz == alone.f_min_hz);
  CHECK(first.f_max_hz == alone.f_max_hz);
  const Band both = wavelet_band({shot(0, high), shot(1, low)}, dt_s);
  CHECK(both.f_min_hz == alone.f_min_hz);
  CHECK(both.f_max_hz == wavelet_band({shot(0, high)}, dt_s).f_max_hz);
  const Band none = wavelet_band({shot(0, std::vector<float>(400, 0.0F))}, dt_s);
  CHECK(none.f_max_hz == 0);
}

TEST_CASE("shared: the framework's wavelets, one of them zero") {
  STRIDE_NEEDS_SHARED();
  const std::string folder = test::shared_folder() + "/cases/inputs";
  problem::Acquisitions acquisitions;
  acquisitions.source = io::open_acquisitions(folder + "/val_zero_wavelet.h5");
  for (const io::ShotInfo& info : acquisitions.source->shots())
    acquisitions.shots.push_back({info.id, info.source_ids, info.receiver_ids, false, nullptr});
  Outcome outcome;
  const spec::Spec spec = spec::read_spec_text(
      "version: 1\nname: t\ntime: {step: 0.1 us, num: 64}\nacquisitions: {file: val_zero_wavelet.h5}\n", "t.yaml",
      folder, {}, outcome.diagnostics);
  outcome.shots = acquisitions.shots;
  add_wavelets(spec, acquisitions, outcome.shots, outcome.input_files, outcome.diagnostics);
  CHECK_FALSE(outcome.diagnostics.has_errors());
  CHECK(outcome.says("warning: wavelets: all zero in"));
}
