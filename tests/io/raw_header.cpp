#include "io/raw_header.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>

#include "core/random.hpp"
#include "io/helpers.hpp"
#include "io/members.hpp"
#include "io/trace_source.hpp"

using namespace stride;
using namespace stride::io;
using namespace stride::io::test;

namespace {

std::optional<RawDataset> plain(const std::string& file, const std::string& name) {
  const Hdf5Lock lock;
  const File in(file);
  const RawReader raw(file, in.root().file_bytes());
  return Members(in.root().group("/"), raw).plain(name);
}

}  // namespace

TEST_CASE("RawReader: the short cut reads what the library reads, for every integer type") {
  const TemporaryFolder folder;
  const std::string name = folder.file("a.h5");
  const hid_t types[] = {H5T_STD_I8LE,  H5T_STD_U8LE,  H5T_STD_I16LE, H5T_STD_I16BE, H5T_STD_U16BE, H5T_STD_I32LE,
                         H5T_STD_I32BE, H5T_STD_U32LE, H5T_STD_I64LE, H5T_STD_I64BE, H5T_STD_U64LE};
  {
    RawFile file(name);
    for (std::size_t i = 0; i < std::size(types); ++i) {
      const bool is_signed = H5Tget_sign(types[i]) == H5T_SGN_2;
      file.integers("/set" + std::to_string(i), {2, 2}, {0, 1, is_signed ? -2 : 200, 127}, types[i]);
      for (int k = 0; k < 8; ++k)
        file.number_attribute("/set" + std::to_string(i), "attribute" + std::to_string(k), 1);  // needs a continuation
    }
    file.integers("/scalar", {}, {-7});
  }
  const Hdf5Lock lock;
  const File file(name);
  const RawReader raw(name, file.root().file_bytes());
  const Members members(file.root().group("/"), raw);
  for (const Child& child : members.children()) {
    CAPTURE(child.name);
    const auto dataset = members.plain(child.name);
    REQUIRE(dataset);
    CHECK(dataset->shape == file.root().dataset(child.name).shape());
    REQUIRE(raw.integers(*dataset));
    CHECK(*raw.integers(*dataset) == file.root().dataset(child.name).integers());
  }
}

TEST_CASE("RawReader: whatever is not plain is left to the library") {
  const TemporaryFolder folder;
  const std::string name = folder.file("a.h5");
  {
    RawFile file(name);
    file.doubles("/chunked", {4}, ramp(4), {H5T_STD_I32LE, {2}, 0, false});
    file.doubles("/unwritten", {4}, {});
    file.doubles("/floats", {4}, ramp(4));
    file.text("/text", "abc");
    file.group("/group");
  }
  for (const char* set : {"chunked", "unwritten", "text", "group", "none"}) {
    CAPTURE(set);
    CHECK_FALSE(plain(name, set));
  }
  CHECK(plain(name, "floats")->kind == TypeKind::real);
  {
    RawFile file(name, true);
    file.integers("/new_header", {2}, {1, 2});
  }
  CHECK_FALSE(plain(name, "new_header"));
}

// Any damage must end in an Error or in values, never in a fault; run under the sanitizers it would show.
TEST_CASE("open_acquisitions: files with random damage do no harm") {
  const TemporaryFolder folder;
  const std::string name = folder.file("a.h5");
  {
    RawFile file(name);
    write_shots(file, {3, 4}, 3, 4);
  }
  const std::string whole = read_bytes(name);
  Random random(7);
  int refused = 0;
  for (int round = 0; round < 300; ++round) {
    std::string damaged = whole;
    for (int k = 0; k < 8; ++k) {
      const std::size_t at = 8 + random.below(damaged.size() - 8);
      damaged[at] = static_cast<char>(random.below(256));
    }
    std::ofstream(name, std::ios::binary | std::ios::trunc) << damaged;
    try {
      const auto source = open_acquisitions(name);
      for (const ShotInfo& shot : source->shots())
        if (const auto info = source->info("observed", shot.id))
          source->read("observed", shot.id, 0, std::min<std::size_t>(info->traces, 3));
    } catch (const Error& error) {
      ++refused;
      CHECK(error.kind() == ErrorKind::data);
    }
  }
  CHECK(refused > 0);
}
