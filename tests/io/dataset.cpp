#include "io/dataset.hpp"

#include <doctest/doctest.h>

#include "io/file.hpp"
#include "io/helpers.hpp"

using namespace stride;
using namespace stride::io;
using namespace stride::io::test;

TEST_CASE("Dataset: type, storage and values") {
  const TemporaryFolder folder;
  {
    RawFile file(folder.file("a.h5"));
    file.doubles("/plain", {2, 3}, ramp(6));
    file.doubles("/packed", {4, 4}, ramp(16), {H5T_STD_I16BE, {2, 4}, 4, true});
    file.integers("/scalar", {}, {7}, H5T_STD_U8LE);
    file.text("/text", "abc");
    file.doubles("/half", {2}, {1, 2.5}, {H5T_IEEE_F64LE, {}, 0, false});
  }
  const Hdf5Lock lock;
  const File file(folder.file("a.h5"));
  const Group& root = file.root();
  CHECK(root.dataset("plain").type().name == "float32");
  CHECK(root.dataset("plain").storage().text == "contiguous");
  const Dataset packed = root.dataset("packed");
  CHECK(packed.type().name == "int16 (big-endian)");
  CHECK(packed.storage().text == "chunked (2, 4), shuffle, gzip");
  CHECK(packed.storage().chunk == Shape{2, 4});
  float box[4] = {};
  packed.read({1, 2}, {2, 2}, box);
  CHECK(box[0] == 6);
  CHECK(box[3] == 11);
  CHECK_CONTAINS(message(ErrorKind::data, [&] { packed.read({3, 2}, {2, 2}, box); }), "lie outside");
  CHECK(root.dataset("scalar").integers() == std::vector<std::int64_t>{7});
  CHECK(root.dataset("scalar").type().name == "uint8");
  CHECK(root.dataset("text").texts() == std::vector<std::string>{"abc"});
  CHECK_CONTAINS(message(ErrorKind::data, [&] { root.dataset("text").numbers(); }), "a.h5:/text: holds string");
  CHECK_CONTAINS(message(ErrorKind::data, [&] { root.dataset("plain").texts(); }), "holds float32, where text");
  CHECK_CONTAINS(message(ErrorKind::data, [&] { root.dataset("half").integers(); }), "holds 2.5, where whole numbers");
  CHECK_CONTAINS(message(ErrorKind::data, [&] { root.dataset("none"); }), "a.h5:/none");
  CHECK_CONTAINS(message(ErrorKind::data, [&] { root.group("plain"); }), "a.h5:/plain");
}

TEST_CASE("Dataset: claims that the file cannot hold are refused before any memory is asked for") {
  const TemporaryFolder folder;
  {
    RawFile file(folder.file("a.h5"));
    file.doubles("/sparse", {1000000, 1000000000}, {});
    file.doubles("/packed", {1000000, 1000000000}, {}, {H5T_IEEE_F32LE, {1000, 1000}, 1, false});
    file.doubles("/overflow", {4000000000, 4000000000}, {}, {H5T_IEEE_F64LE, {1, 1}, 0, false});
    file.doubles("/unwritten", {100}, {});
  }
  const Hdf5Lock lock;
  const File file(folder.file("a.h5"));
  for (const char* name : {"sparse", "packed", "overflow"}) {
    CAPTURE(name);
    CHECK_CONTAINS(message(ErrorKind::data, [&] { file.root().dataset(name).numbers(); }), "claims (");
  }
  CHECK(file.root().dataset("unwritten").numbers() == std::vector<double>(100));
}

TEST_CASE("Dataset: storage in other files is refused, null dataspaces are told") {
  const TemporaryFolder folder;
  {
    const RawFile file(folder.file("a.h5"));
    const hsize_t extent = 4;
    const hid_t space = H5Screate_simple(1, &extent, nullptr), nothing = H5Screate(H5S_NULL);
    const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_external(creation, "/etc/hostname", 0, 32);
    H5Dclose(H5Dcreate2(file.id(), "outside", H5T_IEEE_F64LE, space, H5P_DEFAULT, creation, H5P_DEFAULT));
    H5Dclose(H5Dcreate2(file.id(), "null", H5T_IEEE_F64LE, nothing, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Pclose(creation);
    H5Sclose(space);
    H5Sclose(nothing);
  }
  const Hdf5Lock lock;
  const File file(folder.file("a.h5"));
  CHECK_CONTAINS(message(ErrorKind::data, [&] { file.root().dataset("outside").numbers(); }), "other files");
  CHECK(file.root().dataset("null").null());
  CHECK_CONTAINS(message(ErrorKind::data, [&] { file.root().dataset("null").numbers(); }), "null dataspace");
}
