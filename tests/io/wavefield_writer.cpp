#include "io/wavefield_writer.hpp"

#include <doctest/doctest.h>

#include "io/field_file.hpp"
#include "io/file.hpp"
#include "io/helpers.hpp"
#include "io/provenance_file.hpp"

using namespace stride;
using namespace stride::io;
using namespace stride::io::test;

namespace {

const Space space{{3, 2}, {0.5, 0.5}, {1, 1}, {1, 1}};
const Time record{1, 0.25, 9};
const Shape extended{5, 4};

Array<float> snapshot(float first) {
  Array<float> values = Array<float>::uninitialised(extended);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = first + static_cast<float>(i);
  return values;
}

}  // namespace

TEST_CASE("wavefield writer: snapshots one behind the other, with their samples, times and provenance") {
  const TemporaryFolder folder;
  const std::string file = folder.file("w.h5");
  {
    WavefieldWriter writer(file, false, space, record, extended, {4, 8});
    writer.add(snapshot(0));
    writer.add(snapshot(100));
    CHECK(folder.names().size() == 1);  // beside the target
    Provenance provenance;
    provenance.spec_yaml = "name: w\n";
    provenance.program_version = "9.9.9";
    provenance.seed = 7;
    provenance.inputs = {{"a.h5", "00ff"}};
    provenance.quarantined = {{3, "not_finite", "too large"}};
    writer.commit(provenance);
  }
  CHECK(folder.names() == std::vector<std::string>{"w.h5"});
  const Hdf5Lock lock;
  const File in(file);
  const Dataset data = in.root().dataset("data");
  CHECK(data.shape() == Shape{2, 5, 4});
  std::vector<float> values(40);
  data.read({0, 0, 0}, {2, 5, 4}, values.data());
  CHECK(values[19] == 19);
  CHECK(values[20] == 100);
  CHECK(values[39] == 119);
  CHECK(in.root().integers("samples") == std::vector<std::int64_t>{4, 8});
  CHECK(in.root().numbers("times") == std::vector<double>{2, 3});
  const auto provenance = read_provenance(file);
  REQUIRE(provenance);
  CHECK(provenance->spec_yaml == "name: w\n");
  CHECK(provenance->program_version == "9.9.9");
  CHECK(provenance->seed == 7);
  REQUIRE(provenance->inputs.size() == 1);
  CHECK(provenance->inputs[0].sha256 == "00ff");
  REQUIRE(provenance->quarantined.size() == 1);
  CHECK(provenance->quarantined[0].shot_id == 3);
  CHECK(provenance->quarantined[0].reason == "too large");
}

TEST_CASE("wavefield writer: without a commit nothing is left, and too many or too few snapshots are a bug") {
  const TemporaryFolder folder;
  {
    WavefieldWriter writer(folder.file("w.h5"), false, space, record, extended, {1});
    CHECK_THROWS_AS(writer.commit({}), std::logic_error);
    writer.add(snapshot(0));
    CHECK_THROWS_AS(writer.add(snapshot(0)), std::logic_error);
  }
  CHECK(folder.names().empty());
}

TEST_CASE("provenance: a file without any says nothing") {
  const TemporaryFolder folder;
  { const RawFile raw(folder.file("raw.h5")); }
  CHECK_FALSE(read_provenance(folder.file("raw.h5")));
  CHECK_CONTAINS(message(ErrorKind::data, [&] { read_provenance(folder.file("none.h5")); }), "none.h5");
}
