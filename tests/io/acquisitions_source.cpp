// Protocol-0.1 acquisitions: files made here, then the shared cases 15 to 19.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "io/helpers.hpp"
#include "io/trace_source.hpp"
#include "support/shared.hpp"

using namespace stride;
using namespace stride::io;
using namespace stride::io::test;

namespace {

std::vector<int> shot_ids(const TraceSource& source) {
  std::vector<int> ids;
  for (const ShotInfo& shot : source.shots()) ids.push_back(shot.id);
  return ids;
}

std::string opening(const std::string& file) {
  return message(ErrorKind::data, [&] { open_acquisitions(file); });
}

std::string input(const std::string& name) {
  return stride::test::shared_folder() + "/cases/inputs/" + name + ".h5";
}

// Largest difference over all sets of all shots; both must have the same ones. NaN where the shapes differ.
double difference(const TraceSource& a, const TraceSource& b) {
  double largest = 0;
  for (const ShotInfo& shot : a.shots())
    for (const std::string& role : a.roles()) {
      const auto left = a.info(role, shot.id), right = b.info(role, shot.id);
      if (left.has_value() != right.has_value()) return std::nan("");
      if (!left) continue;
      const Array<float> x = a.read(role, shot.id, 0, left->traces), y = b.read(role, shot.id, 0, right->traces);
      if (x.shape() != y.shape()) return std::nan("");
      for (std::size_t i = 0; i < x.size(); ++i)
        largest = std::max(largest, std::abs(static_cast<double>(x[i]) - static_cast<double>(y[i])));
    }
  return largest;
}

}  // namespace

TEST_CASE("open_acquisitions: shots come in numeric order, in the new form and in the old one") {
  const TemporaryFolder folder;
  for (const bool old_form : {false, true})
    for (const bool latest : {false, true}) {
      const std::string name = folder.file("a.h5");
      {
        RawFile file(name, latest);
        write_shots(file, {11, 0, 2, 10}, 3, 4, old_form);
      }
      const auto source = open_acquisitions(name);
      CHECK(shot_ids(*source) == std::vector<int>{0, 2, 10, 11});
      CHECK(source->roles() == std::vector<std::string>{"observed"});
      CHECK_FALSE(source->time().known());
      CHECK_FALSE(source->space().known());
      const Array<float> traces = source->read("observed", 10, 1, 2);
      CHECK(traces.shape() == Shape{2, 4});
      CHECK(traces[5] == doctest::Approx(10.0201));
    }
}

TEST_CASE("open_acquisitions: a shot without observed, with None, and with another number of receivers") {
  const TemporaryFolder folder;
  {
    RawFile file(folder.file("a.h5"));
    write_shots(file, {1}, 3, 4);
    write_shots(file, {2}, 5, 4);
    file.integers("/shots/7/id", {1}, {7}, H5T_STD_U8LE);
    file.integers("/shots/7/source_ids", {1}, {4}, H5T_STD_I32BE);
    file.text("/shots/8/observed/data", "None");
  }
  const auto source = open_acquisitions(folder.file("a.h5"));
  CHECK(shot_ids(*source) == std::vector<int>{1, 2, 7, 8});
  CHECK(source->shots()[2].source_ids == std::vector<int>{4});
  CHECK(source->info("observed", 1)->traces == 3);
  CHECK(source->info("observed", 2)->traces == 5);
  CHECK_FALSE(source->info("observed", 7));
  CHECK_FALSE(source->info("observed", 8));
  CHECK_FALSE(source->info("modelled", 1));
  CHECK_CONTAINS(message(ErrorKind::data, [&] { source->read("observed", 7, 0, 1); }), "`observed`");
  CHECK_CONTAINS(message(ErrorKind::data, [&] { (void)source->info("observed", 3); }), "no shot 3");
  CHECK_CONTAINS(message(ErrorKind::data, [&] { source->read("observed", 1, 2, 2); }), "has 3 traces");
}

TEST_CASE("open_acquisitions: headers that contradict each other are refused with path and reason") {
  const TemporaryFolder folder;
  const auto faulty = [&](auto change) {
    {
      RawFile file(folder.file("a.h5"));
      write_shots(file, {3}, 3, 4);
      change(file);
    }
    return opening(folder.file("a.h5"));
  };
  CHECK(faulty([](RawFile&) {}) == "no error");
  std::string text = faulty([](RawFile& file) { file.integers("/shots/3/observed/shape", {2}, {4, 3}); });
  CHECK_CONTAINS(text, "/shots/3/observed/data: holds (3, 4), but /shots/3/observed/shape says (4, 3)");
  CHECK_CONTAINS(text, "transposed");
  text = faulty([](RawFile& file) { file.integers("/shots/3/observed/shape", {2}, {2, 4}); });
  CHECK_CONTAINS(text, "says (2, 4)");
  text = faulty([](RawFile& file) {
    file.doubles("/shots/3/modelled/data", {2, 4}, ramp(8));
    file.integers("/shots/3/modelled/transducer_ids", {2}, {0, 99});
  });
  CHECK_CONTAINS(text, "/shots/3/receiver_ids: names 1, which has no trace");
  text = faulty([](RawFile& file) {
    file.doubles("/shots/3/modelled/data", {3, 4}, ramp(12));
    file.integers("/shots/3/modelled/transducer_ids", {2}, {0, 1});
  });
  CHECK_CONTAINS(text, "names 2 transducers, but `data` holds 3");
  text = faulty([](RawFile& file) { file.doubles("/shots/3/modelled/data", {3, 4, 5}, ramp(60)); });
  CHECK_CONTAINS(text, "has 3 axes (3, 4, 5)");
  text = faulty([](RawFile& file) { file.integers("/shots/4/receiver_ids", {1}, {-1}); });
  CHECK_CONTAINS(text, "-1 is no id");
  text = faulty([](RawFile& file) { file.doubles("/shots/4/source_ids", {1}, {0.5}, {H5T_IEEE_F64LE, {}, 0, false}); });
  CHECK_CONTAINS(text, "0.5");
  text = faulty([](RawFile& file) { file.group("/shots/unnamed"); });
  CHECK_CONTAINS(text, "/shots/unnamed");
  text = faulty([](RawFile& file) { file.group("/shots/03"); });
  CHECK_CONTAINS(text, "has the id 3");
}

TEST_CASE("open_acquisitions: files that are none are told apart") {
  const TemporaryFolder folder;
  const std::string name = folder.file("a.h5");
  const auto holding = [&](const std::string& bytes) {
    std::ofstream(name, std::ios::binary) << bytes;
    return opening(name);
  };
  CHECK_CONTAINS(opening(folder.file("none.h5")), "no such file");
  CHECK_CONTAINS(opening(folder.path().string()), "is a folder");
  CHECK_CONTAINS(holding(""), "0 bytes");
  CHECK_CONTAINS(holding("this is not HDF5\n"), "not an HDF5 file (it looks like text)");
  std::string segy(3600 + 240 + 4 * 10, '\0');
  segy[0] = 'C';
  segy[1] = ' ';
  segy[3221] = 10;
  segy[3225] = 5;
  CHECK_CONTAINS(holding(segy), "SEG-Y");
  CHECK_CONTAINS(holding(segy), "stride-cli convert");
  {
    RawFile file(name);
    write_shots(file, {3}, 3, 4);
  }
  const std::string whole = read_bytes(name);
  CHECK_CONTAINS(holding(whole.substr(0, whole.size() / 2)), "truncated");
  {
    RawFile file(name);
    file.group("/shots");
  }
  CHECK_CONTAINS(opening(name), "nothing to do");
  { const RawFile file(name); }
  CHECK_CONTAINS(opening(name), "no group /shots");
}

TEST_CASE("open_acquisitions: links into other files are refused") {
  const TemporaryFolder folder;
  {
    RawFile file(folder.file("secret.h5"));
    write_shots(file, {3}, 3, 4);
    RawFile link(folder.file("a.h5"));
    H5Lcreate_external(folder.file("secret.h5").c_str(), "/shots", link.id(), "shots", H5P_DEFAULT, H5P_DEFAULT);
  }
  CHECK_CONTAINS(opening(folder.file("a.h5")), "link into another file");
  CHECK_CONTAINS(opening(folder.file("a.h5")), "secret.h5");
}

TEST_CASE("shared cases 15 and 16: every way of storing reads the same") {
  STRIDE_NEEDS_SHARED();
  const auto base = open_acquisitions(input("tiny-Acquisitions"));
  for (const char* name :
       {"st_be_f32", "st_gzip", "st_unlimited", "st_lib_latest", "st_fixedstr", "st_vec1", "st_noattrs"}) {
    CAPTURE(name);
    const auto source = open_acquisitions(input(name));
    CHECK(difference(*base, *source) == 0);
    CHECK(source->shots()[0].receiver_ids == base->shots()[0].receiver_ids);
    CHECK(source->time().step_s == 1e-7);
  }
  CHECK(difference(*base, *open_acquisitions(input("st_f64"))) <= 1e-7);
}

TEST_CASE("shared case 16: a missing filter is named") {
  STRIDE_NEEDS_SHARED();
  const auto source = open_acquisitions(input("st_lzf"));
  const std::string text = message(ErrorKind::data, [&] { source->read("observed", 2, 0, 1); });
  CHECK_CONTAINS(text, "st_lzf.h5:/shots/2/observed/data");
  CHECK_CONTAINS(text, "filter lzf (32000)");
  CHECK(message(ErrorKind::data, [&] { (void)source->info("observed", 2); }) == text);
}

TEST_CASE("shared case 17: numeric order, and counts that differ by shot") {
  STRIDE_NEEDS_SHARED();
  const auto source = open_acquisitions(input("tiny-Acquisitions"));
  CHECK(shot_ids(*source) == std::vector<int>{0, 2, 10, 11});
  const std::vector<std::size_t> receivers = {5, 3, 1, 4};
  for (std::size_t i = 0; i < 4; ++i) CHECK(source->info("observed", source->shots()[i].id)->traces == receivers[i]);
  CHECK(source->info("observed", 0)->samples == 64);
  CHECK(source->roles() == std::vector<std::string>{"observed", "wavelets"});
  CHECK(source->space().shape == Shape{24, 20});
}

TEST_CASE("shared cases 18 and 19: faulty files are refused with path and reason") {
  STRIDE_NEEDS_SHARED();
  CHECK_CONTAINS(opening(input("bad_truncated")), "46578 bytes");
  CHECK_CONTAINS(opening(input("bad_text")), "bad_text.h5: is not an HDF5 file");
  CHECK_CONTAINS(opening(input("bad_zero_bytes")), "0 bytes");
  CHECK_CONTAINS(opening(input("bad_shape_lies")), "/shots/0/observed/data: holds (5, 64), but");
  CHECK_CONTAINS(opening(input("bad_transposed")), "holds (64, 5), but");
  CHECK_CONTAINS(opening(input("bad_unknown_receiver")), "/shots/0/receiver_ids: names 99");
  CHECK_CONTAINS(opening(input("bad_empty_shots")), "nothing to do");
}

TEST_CASE("shared: a file written by the Python framework, and its peaks") {
  STRIDE_NEEDS_SHARED();
  const auto source = open_acquisitions(stride::test::shared_folder() + "/refs/stride_files/ref2d-Acquisitions.h5");
  CHECK(shot_ids(*source) == std::vector<int>{0, 4, 8, 12});
  CHECK(source->info("observed", 12)->traces == 16);
  CHECK(source->info("wavelets", 12)->ids == std::vector<int>{12});
  CHECK(source->read("observed", 0, 0, 16).shape() == Shape{16, 600});
}
