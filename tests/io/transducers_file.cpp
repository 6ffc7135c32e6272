#include "io/transducers_file.hpp"

#include <doctest/doctest.h>

#include "io/helpers.hpp"
#include "support/shared.hpp"

using namespace stride;
using namespace stride::io;
using namespace stride::io::test;

TEST_CASE("read_transducers: ids and types") {
  const TemporaryFolder folder;
  {
    RawFile file(folder.file("t.h5"));
    file.integers("/transducers/transducers_00000000/id", {}, {3});
    file.text("/transducers/transducers_00000000/type", "point_transducer");
    file.integers("/transducers/transducers_00000001/id", {}, {1});
    file.text("/transducers/transducers_00000001/type", "disc");
  }
  CHECK(read_transducers(folder.file("t.h5")) == std::map<int, std::string>{{3, "point_transducer"}, {1, "disc"}});
}

TEST_CASE("read_transducers: what is wrong is named") {
  const TemporaryFolder folder;
  const auto problem = [&](auto fill) { return problem_of(folder.file("t.h5"), fill, read_transducers); };
  CHECK_CONTAINS(problem([](RawFile& file) { file.group("/locations"); }), "has no group /transducers");
  CHECK_CONTAINS(problem([](RawFile& file) { file.group("/transducers"); }), "/transducers: holds no transducer");
  CHECK_CONTAINS(problem([](RawFile& file) { file.integers("/transducers/2/id", {}, {2}); }),
                 "/transducers/2: does not say its `type`");
}

TEST_CASE("shared: the framework's transducers") {
  STRIDE_NEEDS_SHARED();
  const std::map<int, std::string> one{{0, "point_transducer"}};
  CHECK(read_transducers(stride::test::shared_folder() + "/refs/stride_files/ref2d-Transducers.h5") == one);
  for (const auto& [id, type] : read_transducers(stride::test::shared_folder() + "/cases/inputs/tiny-Transducers.h5"))
    CHECK(type == "point_transducer");
}
