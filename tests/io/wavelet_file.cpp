#include "io/wavelet_file.hpp"

#include <doctest/doctest.h>

#include "io/helpers.hpp"

using namespace stride;
using namespace stride::io;
using namespace stride::io::test;

namespace {

template <class Fill>
std::string problem(const TemporaryFolder& folder, Fill fill) {
  return problem_of(folder.file("w.h5"), fill, read_wavelet_file);
}

}  // namespace

TEST_CASE("read_wavelet_file: the one dataset, wherever it stands; its time step where it is told") {
  const TemporaryFolder folder;
  {
    RawFile file(folder.file("w.h5"));
    file.doubles("/a/b/source", {2, 3}, ramp(6));
    file.number_attribute("/a/b/source", "dt", 2e-8);
    file.integers("/ids", {2}, {4, 5});
    file.doubles("/space/spacing", {2}, {1, 1});
    file.doubles("/time/step", {}, {1e-8});
  }
  const WaveletFile wavelets = read_wavelet_file(folder.file("w.h5"));
  CHECK(wavelets.hdf5_path == "/a/b/source");
  CHECK(wavelets.data.shape() == Shape{2, 3});
  CHECK(wavelets.data[5] == 5);
  CHECK(wavelets.dt_s == 2e-8);
  CHECK_FALSE(holds_shots(folder.file("w.h5")));
  {
    RawFile file(folder.file("w.h5"));
    file.doubles("/w", {4}, ramp(4));
  }
  CHECK(read_wavelet_file(folder.file("w.h5")).data.shape() == Shape{1, 4});
  CHECK_FALSE(read_wavelet_file(folder.file("w.h5")).dt_s);
  {
    RawFile file(folder.file("w.h5"));
    file.doubles("/w", {4}, ramp(4), {H5T_IEEE_F64BE, {2}, 4, true});
    file.doubles("/time/step", {}, {1e-8});
    file.group("/shots");
  }
  CHECK(read_wavelet_file(folder.file("w.h5")).dt_s == doctest::Approx(1e-8));
  CHECK(read_wavelet_file(folder.file("w.h5")).data[3] == 3);
  CHECK(holds_shots(folder.file("w.h5")));
}

TEST_CASE("read_wavelet_file: what is wrong is named") {
  const TemporaryFolder folder;
  CHECK_CONTAINS(problem(folder, [](RawFile&) {}), "holds no wavelets");
  CHECK_CONTAINS(problem(folder, [](RawFile& file) { file.integers("/w", {2}, {1, 2}); }), "holds no wavelets");
  CHECK_CONTAINS(problem(folder, [](RawFile& file) { file.doubles("/w", {1, 2, 2}, ramp(4)); }), "holds no wavelets");
  CHECK_CONTAINS(problem(folder,
                         [](RawFile& file) {
                           file.doubles("/w", {2}, ramp(2));
                           file.doubles("/v", {2}, ramp(2));
                         }),
                 "holds 2 datasets that could be the wavelets: /v, /w");
  CHECK_CONTAINS(problem(folder,
                         [](RawFile& file) {
                           file.doubles("/w", {1, 0}, {});
                         }),
                 "/w: is empty: its shape is (1, 0)");
  CHECK_CONTAINS(problem(folder,
                         [](RawFile& file) {
                           file.doubles("/w", {2}, ramp(2));
                           file.number_attribute("/w", "dt", 0);
                         }),
                 "/w: 0 s is no time step");
  { std::ofstream(folder.file("w.h5"), std::ios::trunc); }
  CHECK_CONTAINS(message(ErrorKind::data, [&] { read_wavelet_file(folder.file("w.h5")); }), "w.h5");
}
