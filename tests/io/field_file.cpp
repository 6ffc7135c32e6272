#include "io/field_file.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "io/helpers.hpp"
#include "support/shared.hpp"

using namespace stride;
using namespace stride::io;
using namespace stride::io::test;

TEST_CASE("read_field: the inner domain, or the extended one") {
  const TemporaryFolder folder;
  for (const bool extended : {false, true}) {
    {
      RawFile file(folder.file("a.h5"));
      const Shape shape = extended ? Shape{6, 7} : Shape{2, 3};
      file.doubles("/data", shape, ramp(element_count(shape)));
      file.integers("/space/shape", {2}, {2, 3});
      file.doubles("/space/spacing", {2}, {0.5, 0.25});
      file.integers("/space/extra", {2}, {2, 2});
    }
    const FieldFile field = read_field(folder.file("a.h5"));
    CHECK(field.has_extra == extended);
    CHECK(field.space.spacing_m == std::vector<double>{0.5, 0.25});
    CHECK(field.space.absorbing == Shape{0, 0});
    CHECK_NOTHROW(check_field_shape(field, field.space));
    const Space other = {{3, 2}, {0.5, 0.25}, {2, 2}, {0, 0}};
    CHECK_CONTAINS(message(ErrorKind::data, [&] { check_field_shape(field, other); }),
                   extended ? "has the shape (6, 7), but the space with its extra cells is (7, 6)"
                            : "has the shape (2, 3), but the space is (3, 2)");
  }
}

TEST_CASE("read_field: files that are no field") {
  const TemporaryFolder folder;
  const std::string name = folder.file("a.h5");
  { const RawFile file(name); }
  CHECK_CONTAINS(message(ErrorKind::data, [&] { read_field(name); }), "no dataset /data");
  {
    RawFile file(name);
    file.doubles("/data", {4, 4}, ramp(16));
    file.integers("/shape", {2}, {2, 3});
  }
  CHECK_CONTAINS(message(ErrorKind::data, [&] { read_field(name); }),
                 "holds (4, 4), but the file says that its shape is (2, 3)");
  {
    RawFile file(name);
    file.doubles("/data", {2, 3}, ramp(6));
    file.integers("/space/shape", {2}, {2, 3});
    file.doubles("/space/spacing", {1}, {0.5});
  }
  CHECK_CONTAINS(message(ErrorKind::data, [&] { read_field(name); }), "/space/spacing");
}

TEST_CASE("read_field: mappings put the axes into the order x, y, z") {
  const TemporaryFolder folder;
  {
    RawFile file(folder.file("a.h5"));
    file.doubles("/m", {2, 3, 4}, ramp(24));
  }
  Mapping given = mapping(folder.file("a.h5"), "/m", {"z", "x", "y"});
  given.spacing_m = {3, 1, 2};
  const FieldFile field = read_field(given);
  CHECK(field.data.shape() == Shape{3, 4, 2});
  CHECK(field.space.spacing_m == std::vector<double>{1, 2, 3});
  for (std::size_t x = 0; x < 3; ++x)
    for (std::size_t y = 0; y < 4; ++y)
      for (std::size_t z = 0; z < 2; ++z)
        CHECK(field.data[(x * 4 + y) * 2 + z] == static_cast<float>((z * 3 + x) * 4 + y));

  // The same bytes, told by a writer whose first axis varies fastest.
  given.axes = {"y", "x", "z"};
  given.spacing_m = {2, 1, 3};
  given.fortran_order = true;
  const FieldFile other = read_field(given);
  CHECK(other.data.shape() == field.data.shape());
  CHECK(std::equal(field.data.begin(), field.data.end(), other.data.begin()));
  CHECK(other.space.spacing_m == field.space.spacing_m);

  given.axes = {"x", "z"};
  CHECK_CONTAINS(message(ErrorKind::data, [&] { read_field(given); }), "/m: has 3 axes (2, 3, 4), but `axes` names 2");
  given.axes = {"x", "y", "time"};
  CHECK_CONTAINS(message(ErrorKind::usage, [&] { read_field(given); }), "unknown axis: time");
  given.axes = {"x", "y", "x"};
  CHECK_CONTAINS(message(ErrorKind::usage, [&] { read_field(given); }), "twice");
}

TEST_CASE("read_field: conversions") {
  const TemporaryFolder folder;
  {
    RawFile file(folder.file("a.h5"));
    file.doubles("/m", {3}, {0.25, 1, 4});
    file.doubles("/bad", {2, 2}, {1, 1, 0, 1});
  }
  const auto converted = [&](const char* how) {
    Mapping given = mapping(folder.file("a.h5"), "/m", {"x"});
    given.convert = how;
    const FieldFile field = read_field(given);
    return std::vector<float>(field.data.begin(), field.data.end());
  };
  CHECK(converted("slowness_squared") == std::vector<float>{2000, 1000, 500});
  CHECK(converted("slowness") == std::vector<float>{4000, 1000, 250});
  CHECK(converted("km_s") == std::vector<float>{250, 1000, 4000});
  CHECK(converted("g_cm3") == std::vector<float>{250, 1000, 4000});
  CHECK_CONTAINS(message(ErrorKind::usage, [&] { converted("miles"); }), "miles");
  Mapping bad = mapping(folder.file("a.h5"), "/bad", {"x", "z"});
  bad.convert = "slowness";
  CHECK_CONTAINS(message(ErrorKind::data, [&] { read_field(bad); }), "cell (1, 0) is 0");
}

TEST_CASE("check_field_values: first cell, value and count") {
  FieldFile field;
  field.file = "vp.h5";
  field.hdf5_path = "/data";
  field.data = Array<float>::from({2, 3}, std::vector<float>{1, 2, -3, 4, 0, 6});
  CHECK_NOTHROW(check_field_values(field, false));
  CHECK_CONTAINS(message(ErrorKind::data, [&] { check_field_values(field, true); }),
                 "vp.h5:/data: cell (0, 2) is -3; 2 of 6 cells");
  field.data[5] = std::numeric_limits<float>::infinity();
  CHECK_CONTAINS(message(ErrorKind::data, [&] { check_field_values(field, false); }), "cell (1, 2) is inf; 1 of 6");
}

TEST_CASE("shared case 21: fields that are refused, and one that is not") {
  STRIDE_NEEDS_SHARED();
  const std::string inputs = stride::test::shared_folder() + "/cases/inputs/";
  CHECK_CONTAINS(message(ErrorKind::data, [&] { check_field_values(read_field(inputs + "vp_nan.h5"), true); }),
                 "is nan");
  CHECK_CONTAINS(message(ErrorKind::data, [&] { check_field_values(read_field(inputs + "vp_zero.h5"), true); }),
                 "is 0;");
  const std::string text = message(ErrorKind::data, [&] { read_field(inputs + "vp_transposed.h5"); });
  CHECK_CONTAINS(text, "(20, 24)");
  CHECK_CONTAINS(text, "(24, 20)");
  const FieldFile field = read_field(inputs + "vp_int16.h5");
  CHECK(field.data[0] == 1500);
  CHECK_NOTHROW(check_field_shape(field, field.space));
}

TEST_CASE("shared: a published model, and one of slowness squared written column-major") {
  STRIDE_NEEDS_SHARED();
  const std::string files = stride::test::shared_folder() + "/files/";
  const FieldFile field = read_field(files + "stride_anastasio2D-TrueModel.h5");
  CHECK(field.data.shape() == Shape{356, 385});
  CHECK(field.space.absorbing == Shape{40, 40});
  CHECK(field.time.num == 2500);
  const double mean =
      std::accumulate(field.data.begin(), field.data.end(), 0.0) / static_cast<double>(field.data.size());
  CHECK(mean == doctest::Approx(1499.56943).epsilon(1e-8));

  Mapping judi = mapping(files + "judi_small_overthrust_model.h5", "/m", {"x", "z"});
  judi.fortran_order = true;
  judi.spacing_m = {25};
  judi.convert = "slowness_squared";
  const FieldFile overthrust = read_field(judi);
  CHECK(overthrust.data.shape() == Shape{401, 121});
  CHECK(overthrust.space.spacing_m == std::vector<double>{25, 25});
  CHECK(*std::min_element(overthrust.data.begin(), overthrust.data.end()) > 1000);
  CHECK(*std::max_element(overthrust.data.begin(), overthrust.data.end()) < 8000);
}
