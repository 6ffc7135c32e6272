#include "io/geometry_file.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "io/helpers.hpp"
#include "support/shared.hpp"

using namespace stride;
using namespace stride::io;
using namespace stride::io::test;

namespace {

template <class Fill>
std::string problem(const TemporaryFolder& folder, Fill fill) {
  return problem_of(folder.file("g.h5"), fill, read_geometry);
}

}  // namespace

TEST_CASE("read_geometry: the new form names rows, the old one holds vectors") {
  const TemporaryFolder folder;
  {
    RawFile file(folder.file("new.h5"));
    file.doubles("/coordinates", {2, 2}, {1, 2, 3, 4});
    file.integers("/locations/10/coordinates", {}, {0});
    file.integers("/locations/2/coordinates", {1}, {1});
    RawFile old(folder.file("old.h5"));
    old.doubles("/locations/locations_00000000/coordinates", {2}, {1, 2});
    old.integers("/locations/locations_00000000/id", {}, {10});
    old.doubles("/locations/locations_00000001/coordinates", {2}, {3, 4});
    old.integers("/locations/locations_00000001/id", {1}, {2});
  }
  for (const char* name : {"new.h5", "old.h5"}) {
    const GeometryFile geometry = read_geometry(folder.file(name));
    REQUIRE(geometry.locations.size() == 2);
    CHECK(geometry.locations.at(10) == std::vector<double>{1, 2});
    CHECK(geometry.locations.at(2) == std::vector<double>{3, 4});
  }
}

TEST_CASE("read_geometry: what is wrong is named") {
  const TemporaryFolder folder;
  CHECK_CONTAINS(problem(folder, [](RawFile& file) { file.group("/shots"); }), "no group /locations");
  CHECK_CONTAINS(problem(folder, [](RawFile& file) { file.group("/locations"); }), "holds no location");
  CHECK_CONTAINS(problem(folder,
                         [](RawFile& file) {
                           file.doubles("/coordinates", {2, 2}, ramp(4));
                           file.integers("/locations/1/coordinates", {}, {2});
                         }),
                 "/locations/1/coordinates: is row 2, but /coordinates has 2 rows");
  CHECK_CONTAINS(problem(folder,
                         [](RawFile& file) {
                           file.doubles("/locations/1/coordinates", {2}, ramp(2));
                           file.doubles("/locations/2/coordinates", {3}, ramp(3));
                         }),
                 "/locations/2/coordinates: has 3 values, where 2");
  CHECK_CONTAINS(problem(folder,
                         [](RawFile& file) {
                           file.doubles("/locations/a/coordinates", {2}, ramp(2));
                           file.integers("/locations/a/id", {}, {5});
                           file.doubles("/locations/5/coordinates", {2}, ramp(2));
                         }),
                 "has the id 5");
  CHECK_CONTAINS(problem(folder,
                         [](RawFile& file) {
                           file.doubles("/coordinates", {2, 2, 1}, ramp(4));
                           file.group("/locations");
                         }),
                 "/coordinates: has the shape (2, 2, 1)");
  CHECK_CONTAINS(problem(folder,
                         [](RawFile& file) {
                           file.doubles("/locations/1/coordinates", {1}, {std::numeric_limits<double>::quiet_NaN()});
                         }),
                 "holds nan");
}

TEST_CASE("shared: geometries of the framework") {
  STRIDE_NEEDS_SHARED();
  const GeometryFile tiny = read_geometry(stride::test::shared_folder() + "/cases/inputs/tiny-Geometry.h5");
  CHECK(tiny.locations.size() == 6);
  CHECK(tiny.locations.at(10) == std::vector<double>{0, 0});
  CHECK(tiny.locations.at(11)[0] == doctest::Approx(11.5e-3));
  CHECK(tiny.locations.at(11)[1] == doctest::Approx(9.5e-3));
  CHECK(read_geometry(stride::test::shared_folder() + "/refs/stride_files/ref2d-Geometry.h5").locations.size() == 16);
}
