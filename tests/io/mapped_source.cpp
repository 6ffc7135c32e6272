#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "io/helpers.hpp"
#include "io/trace_source.hpp"
#include "support/shared.hpp"

using namespace stride;
using namespace stride::io;
using namespace stride::io::test;

namespace {

std::string refusal(ErrorKind kind, const Mapping& given) {
  return message(kind, [&] { open_mapped(given, "observed"); });
}

std::string shared_file(const std::string& name) {
  return stride::test::shared_folder() + "/files/" + name;
}

}  // namespace

TEST_CASE("open_mapped: any order of the axes of a cube, in whole and in pieces") {
  const TemporaryFolder folder;
  const std::size_t extent[3] = {2, 37, 45};  // shot, receiver, time
  const char* names[3] = {"shot", "receiver", "time"};
  const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  for (const auto& order : orders) {
    const Shape shape = {extent[order[0]], extent[order[1]], extent[order[2]]};
    std::vector<double> values(element_count(shape));
    for (std::size_t i = 0; i < values.size(); ++i) {
      std::size_t at[3];
      at[order[0]] = i / (shape[1] * shape[2]);
      at[order[1]] = i / shape[2] % shape[1];
      at[order[2]] = i % shape[2];
      values[i] = static_cast<double>(at[0] * 10000 + at[1] * 100 + at[2]);
    }
    {
      RawFile file(folder.file("cube.h5"));
      file.doubles("/cube", shape, values);
    }
    const auto source = open_mapped(
        mapping(folder.file("cube.h5"), "/cube", {names[order[0]], names[order[1]], names[order[2]]}), "observed");
    REQUIRE(source->shots().size() == 2);
    CHECK(source->info("observed", 1)->traces == 37);
    const Array<float> piece = source->read("observed", 1, 5, 32);
    REQUIRE(piece.shape() == Shape{32, 45});
    for (std::size_t r = 0; r < 32; ++r)
      for (std::size_t t = 0; t < 45; ++t) REQUIRE(piece[r * 45 + t] == static_cast<float>(10000 + (r + 5) * 100 + t));
  }
}

TEST_CASE("open_mapped: {id} expands in numeric order over groups and over datasets") {
  const TemporaryFolder folder;
  {
    RawFile file(folder.file("a.h5"));
    for (const char* id : {"2", "10", "007"}) {
      file.doubles(std::string("/shots/") + id + "/modelled/data", {4, 2}, ramp(8));
      file.number_attribute(std::string("/shots/") + id + "/modelled", "dt", 2e-3);
    }
    file.group("/shots/11");
    file.group("/shots/notes");
    file.doubles("/flat/shot_3.raw", {5}, ramp(5));
    file.doubles("/flat/shot_1.raw", {5}, ramp(5));
    file.integers("/ids", {2}, {10, 7});
  }
  Mapping given = mapping(folder.file("a.h5"), "/shots/{id}/modelled/data", {"time", "channel"});
  given.dt = "/shots/{id}/modelled@dt";
  auto source = open_mapped(given, "modelled");
  REQUIRE(source->shots().size() == 4);
  CHECK(source->shots()[0].id == 2);
  CHECK(source->shots()[1].id == 7);
  CHECK(source->shots()[3].id == 11);
  CHECK(source->info("modelled", 7)->hdf5_path == "/shots/007/modelled/data");
  CHECK_FALSE(source->info("modelled", 11));
  CHECK(source->time().step_s == 2e-3);
  CHECK(source->read("modelled", 10, 0, 2)[1] == 2);

  given.ids = "/ids";
  source = open_mapped(given, "modelled");
  REQUIRE(source->shots().size() == 2);
  CHECK(source->shots()[0].id == 7);

  source = open_mapped(mapping(folder.file("a.h5"), "/flat/shot_{id}.raw", {"time"}), "wavelets");
  CHECK(source->shots()[1].id == 3);
  CHECK(source->info("wavelets", 3)->traces == 1);
  CHECK(source->read("wavelets", 3, 0, 1)[4] == 4);

  CHECK_CONTAINS(refusal(ErrorKind::data, mapping(folder.file("a.h5"), "/other/{id}", {"time"})), "no group /other");
  CHECK_CONTAINS(refusal(ErrorKind::data, mapping(folder.file("a.h5"), "/shots/{id}/x", {"time"})),
                 "matches no dataset");
  CHECK_CONTAINS(refusal(ErrorKind::usage, mapping(folder.file("a.h5"), "/shots/{id}/x", {"shot", "time"})),
                 "shot axis");
}

TEST_CASE("open_mapped: ids, dt, t0 and scale from values, datasets and attributes") {
  const TemporaryFolder folder;
  {
    RawFile file(folder.file("a.h5"));
    file.doubles("/cube", {2, 1, 3}, ramp(6));
    file.integers("/ids", {2}, {9, 4});
    file.integers("/twice", {2}, {9, 9});
    file.doubles("/axis/step", {1}, {1e-3}, {H5T_IEEE_F64LE, {}, 0, false});
    file.number_attribute("/cube", "start", -0.5);
    file.text_attribute("/cube", "gain", "2.5");
  }
  Mapping given = mapping(folder.file("a.h5"), "/cube", {"shot", "receiver", "time"});
  given.ids = "/ids";
  given.dt = "/axis/step";
  given.t0 = "/cube@start";
  given.scale = "/cube@gain";
  const auto source = open_mapped(given, "observed");
  CHECK(source->shots()[0].id == 4);
  CHECK(source->read("observed", 4, 0, 1)[0] == 7.5F);
  CHECK(source->time().step_s == 1e-3);
  CHECK(source->time().start_s == -0.5);
  CHECK(source->time().num == 3);

  given.dt = "/nowhere";
  CHECK_CONTAINS(refusal(ErrorKind::data, given), "/nowhere");
  given.dt = "/cube@none";
  CHECK_CONTAINS(refusal(ErrorKind::data, given), "no attribute");
  given.dt = "/cube";
  CHECK_CONTAINS(refusal(ErrorKind::data, given), "holds 6 values");
  given.dt = 0.0;
  CHECK_CONTAINS(refusal(ErrorKind::data, given), "must be above 0");
  given.dt = 1e-3;
  given.ids = "/twice";
  CHECK_CONTAINS(refusal(ErrorKind::data, given), "id 9 comes twice");
  given.ids = "/axis/step";
  CHECK_CONTAINS(refusal(ErrorKind::data, given), "0.001");
}

TEST_CASE("open_mapped: wrong ranks and names are told, singleton axes are left out") {
  const TemporaryFolder folder;
  {
    RawFile file(folder.file("a.h5"));
    file.doubles("/three", {2, 3, 4}, ramp(24));
    file.doubles("/single", {1, 3, 4}, ramp(12));
    file.doubles("/unclear", {1, 3, 1}, ramp(3));
    file.text("/text", "hello");
    file.group("/group");
  }
  const std::string name = folder.file("a.h5");
  const std::string text = refusal(ErrorKind::data, mapping(name, "/three", {"receiver", "time"}));
  CHECK_CONTAINS(text, "a.h5:/three: has 3 axes (2, 3, 4), but `axes` names 2: [receiver, time]");
  CHECK(open_mapped(mapping(name, "/single", {"time", "source"}), "observed")->info("observed", 0)->traces == 4);
  CHECK_CONTAINS(refusal(ErrorKind::data, mapping(name, "/unclear", {"receiver", "time"})), "has 3 axes");
  CHECK_CONTAINS(refusal(ErrorKind::usage, mapping(name, "/single", {"reciever", "time"})), "unknown axis: reciever");
  CHECK_CONTAINS(refusal(ErrorKind::usage, mapping(name, "/single", {"time", "time"})), "twice");
  CHECK_CONTAINS(refusal(ErrorKind::usage, mapping(name, "/single", {"source", "shot"})), "which axis is time");
  CHECK_CONTAINS(refusal(ErrorKind::data, mapping(name, "/text", {"time"})), "holds string");
  CHECK_CONTAINS(refusal(ErrorKind::data, mapping(name, "/none", {"time"})), "no such dataset");
  CHECK_CONTAINS(refusal(ErrorKind::data, mapping(name, "/group", {"time"})), "/group");
}

TEST_CASE("open_mapped: every number type and byte order becomes float, NaN and Inf stay") {
  const TemporaryFolder folder;
  const std::vector<double> values = {0, 1, 100, 3, 4, 5};
  for (const hid_t type : {H5T_STD_I8LE, H5T_STD_U16BE, H5T_STD_I16LE, H5T_STD_I32BE, H5T_STD_U64LE, H5T_IEEE_F32BE,
                           H5T_IEEE_F64BE, H5T_IEEE_F64LE}) {
    {
      RawFile file(folder.file("a.h5"));
      file.doubles("/data", {2, 3}, values, {type, {2, 2}, 6, true});
    }
    const auto source = open_mapped(mapping(folder.file("a.h5"), "/data", {"receiver", "time"}), "observed");
    const Array<float> traces = source->read("observed", 0, 0, 2);
    for (std::size_t i = 0; i < values.size(); ++i) CHECK(traces[i] == values[i]);
  }
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (const hid_t type : {H5T_IEEE_F32BE, H5T_IEEE_F64BE, H5T_IEEE_F64LE}) {
    {
      RawFile file(folder.file("a.h5"));
      file.doubles("/data", {1, 3}, {nan, infinity, -infinity}, {type, {}, 0, false});
    }
    const auto source = open_mapped(mapping(folder.file("a.h5"), "/data", {"receiver", "time"}), "observed");
    const Array<float> traces = source->read("observed", 0, 0, 1);
    CHECK(std::isnan(traces[0]));
    CHECK(traces[1] == std::numeric_limits<float>::infinity());
    CHECK(traces[2] == -std::numeric_limits<float>::infinity());
  }
}

TEST_CASE("shared: files of other programs are read as their axes say") {
  STRIDE_NEEDS_SHARED();
  const auto open = [](const char* file, const char* dataset, std::vector<std::string> axes) {
    return open_mapped(mapping(shared_file(file), dataset, std::move(axes)), "observed");
  };
  auto source = open("das_h5_simple_1.h5", "/raw", {"time", "channel"});
  CHECK(source->info("observed", 0)->traces == 100);
  CHECK(source->info("observed", 0)->samples == 200);
  source = open("das_h5_simple_2.h5", "/data", {"channel", "time"});
  CHECK(source->info("observed", 0)->samples == 200);

  source = open("das_silixa_h5_1.hdf5", "/Acoustic", {"time", "channel"});
  const Array<float> acoustic = source->read("observed", 0, 0, 3840);
  CHECK(*std::min_element(acoustic.begin(), acoustic.end()) == -24667);
  CHECK(*std::max_element(acoustic.begin(), acoustic.end()) == 24143);

  source = open("das_febus_2.h5", "/fa1-24090193/Source1/Zone1/PSD [dB re 1 nStrain|sqrt(Hz)]", {"time", "channel"});
  const Array<float> febus = source->read("observed", 0, 0, 101);
  CHECK(febus.shape() == Shape{101, 3001});
  CHECK(std::count_if(febus.begin(), febus.end(), [](float x) { return std::isnan(x); }) == 3001);

  CHECK_CONTAINS(
      message(ErrorKind::data,
              [&] {
                open("das_valencia_febus.h5", "/fa1-20050027/Source1/Zone1/SR_Valencia", {"channel", "time"});
              }),
      "has 3 axes (10, 250, 100)");
  source = open("das_valencia_febus.h5", "/fa1-20050027/Source1/Zone1/SR_Valencia", {"shot", "time", "channel"});
  CHECK(source->shots().size() == 10);
  CHECK(source->read("observed", 9, 0, 100).shape() == Shape{100, 250});

  source = open("das_xdas.nc", "/__values__", {"time", "channel"});
  const Array<float> xdas = source->read("observed", 0, 0, 401);
  CHECK(*std::min_element(xdas.begin(), xdas.end()) == doctest::Approx(-1.3198).epsilon(1e-4));
  CHECK(*std::max_element(xdas.begin(), xdas.end()) == doctest::Approx(1.27176).epsilon(1e-4));

  CHECK_CONTAINS(
      message(ErrorKind::data, [&] { open("ph5_miniPH5_00001.ph5", "/Experiment_g/Experiment_t", {"time"}); }),
      "compound");
  CHECK_CONTAINS(message(ErrorKind::data, [&] { open("segyio_shot-gather.sgy", "/x", {"time"}); }),
                 "stride-cli convert");
}

TEST_CASE("shared: every number type of another writer, compressed and chunked") {
  STRIDE_NEEDS_SHARED();
  for (const char* bits : {"08", "16", "32", "64"})
    for (const char* kind : {"int", "uint", "float"})
      for (const char* order : {"little", "big"}) {
        if (std::strcmp(kind, "float") == 0 && bits[0] != '3' && bits[0] != '6') continue;
        const std::string dataset = std::string("/") + kind + bits + "_" + order;
        CAPTURE(dataset);
        const auto source = open_mapped(mapping(shared_file("pyfive_dataset_datatypes.hdf5"), dataset, {"time"}), "a");
        const Array<float> values = source->read("a", 0, 0, 1);
        const float sign = std::strcmp(kind, "int") == 0 ? -1.F : 1.F;
        for (std::size_t i = 0; i < 4; ++i) CHECK(values[i] == sign * static_cast<float>(i));
      }
  for (const char* file : {"pyfive_compressed.hdf5", "pyfive_chunked.hdf5"}) {
    const auto source = open_mapped(mapping(shared_file(file), "/dataset1", {"receiver", "time"}), "a");
    const Array<float> values = source->read("a", 0, 3, 18);
    for (std::size_t i = 0; i < values.size(); ++i) CHECK(values[i] == static_cast<float>(3 * 16 + i));
  }
}
