#include "io/geometry_writer.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "io/geometry_file.hpp"
#include "io/helpers.hpp"
#include "io/inspect.hpp"
#include "io/transducers_file.hpp"
#include "support/shared.hpp"

using namespace stride;
using namespace stride::io;
using namespace stride::io::test;

namespace {

const Space space{{101, 101}, {0.5e-3, 0.5e-3}, {30, 30}, {20, 20}};
const Time samples{0, 8e-8, 600};

// Path, shape and type of every dataset but those of the provenance.
std::vector<std::string> layout(const std::string& file) {
  std::vector<std::string> lines;
  for (const DatasetSummary& set : inspect(file).datasets)
    if (!set.path.starts_with("/provenance")) lines.push_back(set.path + " " + to_string(set.shape) + " " + set.type);
  return lines;
}

}  // namespace

TEST_CASE("write_geometry: what is read back is what was written, in single precision") {
  const TemporaryFolder folder;
  const std::map<int, std::vector<double>> locations = {{10, {0, 0}}, {2, {11.5e-3, 9.5e-3}}, {7, {1.0 / 3, 0.25}}};
  write_geometry(folder.file("g.h5"), false, locations, space, samples, {});
  const GeometryFile read = read_geometry(folder.file("g.h5"));
  REQUIRE(read.locations.size() == 3);
  for (const auto& [id, point] : locations)
    for (std::size_t k = 0; k < 2; ++k)
      CHECK(read.locations.at(id)[k] == static_cast<double>(static_cast<float>(point[k])));
  CHECK(read.space.shape == space.shape);
  CHECK(read.space.extra == space.extra);
  CHECK(inspect(folder.file("g.h5")).kind == "geometry");
  CHECK(inspect(folder.file("g.h5")).time.num == 600);

  // Read and written again: the same values.
  write_geometry(folder.file("again.h5"), false, read.locations, space, samples, {});
  CHECK(read_geometry(folder.file("again.h5")).locations == read.locations);
  CHECK(read_bytes(folder.file("again.h5")) == read_bytes(folder.file("g.h5")));

  write_geometry(folder.file("g3.h5"), false, {{0, {1, 2, 3}}}, {}, {}, {});
  CHECK(read_geometry(folder.file("g3.h5")).locations.at(0) == std::vector<double>{1, 2, 3});
}

TEST_CASE("write_geometry: an existing file is refused, or replaced when that was asked for") {
  const TemporaryFolder folder;
  write_geometry(folder.file("g.h5"), false, {{0, {0, 0}}}, space, samples, {});
  CHECK_CONTAINS(message(ErrorKind::usage,
                         [&] {
                           write_geometry(folder.file("g.h5"), false, {{1, {0, 0}}}, space, samples, {});
                         }),
                 "g.h5");
  write_geometry(folder.file("g.h5"), true, {{1, {0, 0}}}, space, samples, {});
  CHECK(read_geometry(folder.file("g.h5")).locations.contains(1));
  CHECK(folder.names() == std::vector<std::string>{"g.h5"});
}

TEST_CASE("write_transducers: one point transducer") {
  const TemporaryFolder folder;
  write_transducers(folder.file("t.h5"), false, space, samples, {});
  CHECK(read_transducers(folder.file("t.h5")) == std::map<int, std::string>{{0, "point_transducer"}});
  CHECK(inspect(folder.file("t.h5")).kind == "transducers");
}

TEST_CASE("shared: the layout is that of the framework's files") {
  STRIDE_NEEDS_SHARED();
  const TemporaryFolder folder;
  const std::string reference = stride::test::shared_folder() + "/refs/stride_files/ref2d-";
  write_geometry(folder.file("g.h5"), false, read_geometry(reference + "Geometry.h5").locations, space, samples, {});
  write_transducers(folder.file("t.h5"), false, space, samples, {});
  const std::vector<std::string> geometry = layout(folder.file("g.h5"));
  CHECK(geometry == layout(reference + "Geometry.h5"));
  CHECK(std::find(geometry.begin(), geometry.end(), "/coordinates (16, 2) float32") != geometry.end());
  CHECK(layout(folder.file("t.h5")) == layout(reference + "Transducers.h5"));
  CHECK(read_geometry(folder.file("g.h5")).locations == read_geometry(reference + "Geometry.h5").locations);
}
