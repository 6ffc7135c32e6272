#include "io/provenance.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "io/file.hpp"
#include "io/helpers.hpp"
#include "io/tree_writer.hpp"

using namespace stride;
using namespace stride::io;
using namespace stride::io::test;

TEST_CASE("sha256_of_file: the examples of FIPS 180-4, and more than one block") {
  const TemporaryFolder folder;
  const auto sum = [&](const std::string& bytes) {
    std::ofstream(folder.file("a"), std::ios::binary) << bytes;
    return sha256_of_file(folder.file("a"));
  };
  CHECK(sum("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sum("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sum(std::string(1000000, 'a')) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  CHECK(sum(std::string(3u << 20, '\0')) == "bbd05cf6097ac9b1f89ea29d2542c1b7b67ee46848393895f5a9e43fa1f621e5");
  CHECK_CONTAINS(message(ErrorKind::data, [&] { sha256_of_file(folder.file("none")); }), "No such file");
  CHECK_CONTAINS(message(ErrorKind::data, [&] { sha256_of_file(folder.path().string()); }), "directory");
}

TEST_CASE("provenance: stands in the file as it was given") {
  const TemporaryFolder folder;
  Provenance given;
  given.spec_yaml = std::string(100000, 'y');  // longer than a heap collection of HDF5
  given.program_version = "0.1.0";
  given.seed = -5;
  given.inputs = {{"b.h5", "12"}, {"a.h5", "34"}};
  given.quarantined = {{12, "incorrect_traces", "NaN in trace 3"}, {12, "unreadable", "torn"}, {2, "x", "y"}};
  {
    TreeWriter tree(folder.file("a.h5"), false);
    tree.provenance(given);
    tree.commit();
  }
  const Hdf5Lock lock;
  const File file(folder.file("a.h5"));
  const auto text = [&](const char* path) { return file.root().dataset(path).texts().at(0); };
  CHECK(text("/provenance/spec") == given.spec_yaml);
  CHECK(text("/provenance/version") == "0.1.0");
  CHECK(file.root().number("/provenance/seed") == -5);
  CHECK(text("/provenance/inputs/1/name") == "a.h5");
  CHECK(text("/provenance/inputs/1/sha256") == "34");
  CHECK(text("/provenance/quarantined/12/code") == "incorrect_traces; unreadable");
  CHECK(text("/provenance/quarantined/12/reason") == "NaN in trace 3; torn");
  CHECK(text("/provenance/quarantined/2/code") == "x");
}
