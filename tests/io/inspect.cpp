#include "io/inspect.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>

#include "io/helpers.hpp"
#include "support/shared.hpp"

using namespace stride;
using namespace stride::io;
using namespace stride::io::test;

namespace {

const DatasetSummary& set(const FileSummary& summary, const std::string& path) {
  const auto found = std::find_if(summary.datasets.begin(), summary.datasets.end(),
                                  [&](const DatasetSummary& candidate) { return candidate.path == path; });
  REQUIRE_MESSAGE(found != summary.datasets.end(), path);
  return *found;
}

bool has_remark(const FileSummary& summary, const std::string& part) {
  return std::any_of(summary.remarks.begin(), summary.remarks.end(),
                     [&](const std::string& remark) { return contains(remark, part); });
}

std::string shared_file(const std::string& name) {
  return stride::test::shared_folder() + "/files/" + name;
}

void write_npy(const std::string& file, const std::string& header, const std::string& values) {
  std::string padded = header;
  while ((10 + padded.size() + 1) % 64 != 0) padded += ' ';
  padded += '\n';
  std::ofstream out(file, std::ios::binary);
  out << "\x93NUMPY" << '\x01' << '\0' << static_cast<char>(padded.size()) << '\0' << padded << values;
}

}  // namespace

TEST_CASE("inspect: kind, ids, ranges and counts of an acquisitions file") {
  const TemporaryFolder folder;
  {
    RawFile file(folder.file("a.h5"));
    write_shots(file, {10, 2}, 3, 4);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    file.doubles("/shots/2/odd", {4}, {nan, 1, std::numeric_limits<double>::infinity(), -7},
                 {H5T_IEEE_F64BE, {2}, 3, false});
    file.text_attribute("/shots/2/odd", "units", "Pa");
    file.integers("/num_shots", {}, {2});
    H5Lcreate_soft("/shots/2", file.id(), "/alias", H5P_DEFAULT, H5P_DEFAULT);
    H5Lcreate_hard(file.id(), "/shots", file.id(), "/shots/2/circle", H5P_DEFAULT, H5P_DEFAULT);
  }
  const FileSummary summary = inspect(folder.file("a.h5"));
  CHECK(summary.kind == "acquisitions");
  CHECK(summary.shot_ids == std::vector<int>{2, 10});
  CHECK(summary.bytes == std::filesystem::file_size(folder.file("a.h5")));
  const DatasetSummary& odd = set(summary, "/shots/2/odd");
  CHECK(odd.type == "float64 (big-endian)");
  CHECK(odd.storage == "chunked (2,), gzip");
  CHECK(odd.units == "Pa");
  CHECK(odd.min == -7);
  CHECK(odd.max == 1);
  CHECK(odd.mean == -3);
  CHECK(odd.finite_count == 2);
  CHECK(odd.nan_count == 1);
  CHECK(odd.inf_count == 1);
  CHECK(has_remark(summary, "/alias: a soft link"));
  CHECK(has_remark(summary, "time is not known: give dt"));
  CHECK(std::is_sorted(summary.datasets.begin(), summary.datasets.end(),
                       [](const DatasetSummary& a, const DatasetSummary& b) { return a.path < b.path; }));
}

TEST_CASE("inspect: faults become remarks or problems, and the rest is described") {
  const TemporaryFolder folder;
  {
    RawFile file(folder.file("a.h5"));
    write_shots(file, {2}, 3, 4);
    file.integers("/shots/2/observed/shape", {2}, {4, 3});
    file.integers("/num_shots", {}, {1});
    file.doubles("/huge", {1000000, 1000000000}, {});
  }
  const FileSummary summary = inspect(folder.file("a.h5"));
  CHECK(has_remark(summary, "says (4, 3)"));
  CHECK(set(summary, "/shots/2/observed/data").finite_count == 12);
  CHECK(contains(set(summary, "/huge").problem, "claims"));
}

TEST_CASE("inspect: text, npy and what is neither") {
  const TemporaryFolder folder;
  const std::string name = folder.file("a");
  std::ofstream(name) << "hello\n";
  CHECK(inspect(name).kind == "text");
  std::ofstream(name, std::ios::binary) << std::string("\x01\x02\x00\x03", 4);
  CHECK_CONTAINS(message(ErrorKind::data, [&] { inspect(name); }), "none of the kinds");
  std::ofstream(name, std::ios::binary) << "";
  CHECK_CONTAINS(message(ErrorKind::data, [&] { inspect(name); }), "0 bytes");
  CHECK_CONTAINS(message(ErrorKind::data, [&] { inspect(folder.file("none")); }), "no such file");
  CHECK_CONTAINS(message(ErrorKind::data, [&] { inspect(folder.path().string()); }), "is a folder");

  const std::string two_thousand("\x07\xd0", 2), minus_one("\xff\xff", 2);
  write_npy(name, "{'descr': '>i2', 'fortran_order': False, 'shape': (1, 2), }", two_thousand + minus_one);
  const FileSummary npy = inspect(name);
  CHECK(npy.kind == "npy");
  CHECK(npy.datasets.at(0).type == "int16 (big-endian)");
  CHECK(npy.datasets.at(0).shape == Shape{1, 2});
  CHECK(npy.datasets.at(0).max == 2000);
  CHECK(npy.datasets.at(0).min == -1);
  write_npy(name, "{'descr': '<f8', 'fortran_order': True, 'shape': (3,), }", "short");
  CHECK_CONTAINS(message(ErrorKind::data, [&] { inspect(name); }), "claims (3,) values of 8 bytes");
  write_npy(name, "{'descr': '<f8', 'fortran_order': True, 'shape': (4000000000, 4000000000, 4000000000), }", "short");
  CHECK_CONTAINS(message(ErrorKind::data, [&] { inspect(name); }), "claims");
}

TEST_CASE("shared: protocol files are what they are") {
  STRIDE_NEEDS_SHARED();
  const std::string shared = stride::test::shared_folder();
  const FileSummary model = inspect(shared_file("stride_anastasio2D-TrueModel.h5"));
  CHECK(model.kind == "scalar field");
  CHECK(model.protocol == "0.1");
  CHECK(model.space.extra == Shape{50, 50});
  CHECK(model.time.num == 2500);
  const DatasetSummary& data = set(model, "/data");
  CHECK(data.shape == Shape{356, 385});
  CHECK(data.min == 1460);
  CHECK(data.max == 1650);
  CHECK(data.mean == doctest::Approx(1499.56943).epsilon(1e-8));

  const FileSummary acquisitions = inspect(shared + "/refs/stride_files/ref2d-Acquisitions.h5");
  CHECK(acquisitions.kind == "acquisitions");
  CHECK(acquisitions.shot_ids == std::vector<int>{0, 4, 8, 12});
  const FileSummary geometry = inspect(shared + "/refs/stride_files/ref2d-Geometry.h5");
  CHECK(geometry.kind == "geometry");
  CHECK(geometry.num_locations == 16);
  CHECK(inspect(shared + "/refs/stride_files/ref2d-Transducers.h5").kind == "transducers");
  CHECK(inspect(shared + "/refs/stride_files/ref2d-OptimisationLoop.h5").kind == "optimisation loop");
  const FileSummary lzf = inspect(shared + "/cases/inputs/st_lzf.h5");
  CHECK(contains(set(lzf, "/shots/0/observed/data").problem, "lzf (32000)"));
  CHECK(set(lzf, "/shots/0/observed/data").storage == "chunked (1, 16), lzf");
  CHECK(has_remark(inspect(shared + "/cases/inputs/bad_empty_shots.h5"), "nothing to do"));
  CHECK_CONTAINS(message(ErrorKind::data, [&] { inspect(shared + "/cases/inputs/bad_truncated.h5"); }), "46578 bytes");
}

TEST_CASE("shared: files of other programs") {
  STRIDE_NEEDS_SHARED();
  const FileSummary febus = inspect(shared_file("das_febus_2.h5"));
  const DatasetSummary& psd = set(febus, "/fa1-24090193/Source1/Zone1/PSD [dB re 1 nStrain|sqrt(Hz)]");
  CHECK(psd.shape == Shape{1, 3001, 101});
  CHECK(psd.nan_count == 3001);
  CHECK(set(inspect(shared_file("das_silixa_h5_1.hdf5")), "/Acoustic").min == -24667);
  CHECK(set(inspect(shared_file("das_silixa_h5_1.hdf5")), "/Acoustic").max == 24143);
  CHECK(set(inspect(shared_file("das_valencia_febus.h5")), "/fa1-20050027/Source1/Zone1/SR_Valencia").shape ==
        Shape{10, 250, 100});
  const FileSummary xdas = inspect(shared_file("das_xdas.nc"));
  CHECK(set(xdas, "/__values__").type == "float64");
  CHECK(set(xdas, "/__values__").min == doctest::Approx(-1.3198).epsilon(1e-4));
  CHECK(set(xdas, "/distance").type == "float32 (big-endian)");
  CHECK(set(inspect(shared_file("das_h5_simple_1.h5")), "/raw").shape == Shape{200, 100});
  CHECK(set(inspect(shared_file("das_h5_simple_2.h5")), "/data").shape == Shape{100, 200});
  CHECK(has_remark(inspect(shared_file("ph5_miniPH5_00001.ph5")), "no trace data"));
  CHECK(set(inspect(shared_file("judi_small_overthrust_model.h5")), "/copyright").type == "string");
  CHECK(set(inspect(shared_file("judi_small_overthrust_model.h5")), "/m").shape == Shape{121, 401});
}

TEST_CASE("shared: the files of a reader's own tests") {
  STRIDE_NEEDS_SHARED();
  const FileSummary types = inspect(shared_file("pyfive_dataset_datatypes.hdf5"));
  CHECK(types.datasets.size() == 20);
  for (const DatasetSummary& summary : types.datasets) {
    const bool is_signed = summary.path.starts_with("/int");
    CHECK(summary.min == (is_signed ? -3 : 0));
    CHECK(summary.max == (is_signed ? 0 : 3));
  }
  CHECK(set(inspect(shared_file("pyfive_compressed.hdf5")), "/dataset3").max == 335);
  CHECK(set(inspect(shared_file("pyfive_chunked.hdf5")), "/dataset1").mean == 167.5);
  const DatasetSummary pipeline = set(inspect(shared_file("pyfive_filter_pipeline_v2.hdf5")), "/data");
  CHECK(pipeline.shape == Shape{10, 10, 10});
  CHECK(pipeline.mean == 1);
  for (const char* name : {"pyfive_latest.hdf5", "pyfive_earliest.hdf5"})
    CHECK(set(inspect(shared_file(name)), "/group1/subgroup1/dataset3").max == 3);
  CHECK(set(inspect(shared_file("pyfive_fillvalue_latest.hdf5")), "/dset3").max == 3);
  CHECK(inspect(shared_file("pyfive_attr_datatypes.hdf5")).datasets.empty());
}

TEST_CASE("shared: SEG-Y files are described") {
  STRIDE_NEEDS_SHARED();
  const FileSummary gather = inspect(shared_file("segyio_shot-gather.sgy"));
  CHECK(gather.kind == "SEG-Y");
  CHECK(gather.datasets.at(0).shape == Shape{61, 25});
  CHECK(gather.datasets.at(0).type == "ibm float32");
  CHECK(gather.time.step_s == doctest::Approx(1e-3));
  const FileSummary judi = inspect(shared_file("judi_unit_test_shot_records_1.segy"));
  CHECK(judi.datasets.at(0).shape == Shape{120, 501});
  CHECK(judi.datasets.at(0).type == "float32 (big-endian)");
  const FileSummary negative = inspect(shared_file("segyio_interval-neg-bin-neg-trace.sgy"));
  CHECK(has_remark(negative, "(bytes 3217-3218) is -2000 us: give --dt"));
  CHECK(has_remark(negative, "stride-cli convert"));
}
