#include "io/helpers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <utility>

#include "io/hdf5.hpp"

namespace stride::io::test {

namespace fs = std::filesystem;

std::vector<std::string> TemporaryFolder::names() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(path())) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

Mapping mapping(const std::string& file, const std::string& dataset, std::vector<std::string> axes) {
  Mapping result;
  result.file = file;
  result.dataset = dataset;
  result.axes = std::move(axes);
  return result;
}

RawFile::RawFile(const std::string& file, bool latest) {
  const Hdf5Lock first;  // sets HDF5 up before its first use
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  if (latest) H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
  id_ = H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
  H5Pclose(access);
}

RawFile::~RawFile() {
  H5Fclose(id_);
}

void RawFile::group(const std::string& path) {
  const hid_t links = H5Pcreate(H5P_LINK_CREATE);
  H5Pset_create_intermediate_group(links, 1);
  H5Gclose(H5Gcreate2(id_, path.c_str(), links, H5P_DEFAULT, H5P_DEFAULT));
  H5Pclose(links);
}

void RawFile::write(const std::string& path, const Shape& shape, hid_t file_type, hid_t memory_type, const void* values,
                    const Stored& how) {
  const std::vector<hsize_t> extents(shape.begin(), shape.end());
  const hid_t space = extents.empty() ? H5Screate(H5S_SCALAR)
                                      : H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr);
  const hid_t links = H5Pcreate(H5P_LINK_CREATE), creation = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_create_intermediate_group(links, 1);
  if (!how.chunk.empty()) H5Pset_chunk(creation, static_cast<int>(how.chunk.size()), how.chunk.data());
  if (how.shuffle) H5Pset_shuffle(creation);
  if (how.gzip > 0) H5Pset_deflate(creation, static_cast<unsigned>(how.gzip));
  const hid_t dataset = H5Dcreate2(id_, path.c_str(), file_type, space, links, creation, H5P_DEFAULT);
  if (values != nullptr) H5Dwrite(dataset, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
  H5Dclose(dataset);
  H5Pclose(creation);
  H5Pclose(links);
  H5Sclose(space);
}

void RawFile::doubles(const std::string& path, const Shape& shape, const std::vector<double>& values,
                      const Stored& how) {
  write(path, shape, how.type, H5T_NATIVE_DOUBLE, values.empty() ? nullptr : values.data(), how);
}

void RawFile::integers(const std::string& path, const Shape& shape, const std::vector<long long>& values, hid_t type) {
  write(path, shape, type, H5T_NATIVE_LLONG, values.empty() ? nullptr : values.data(), {});
}

void RawFile::text(const std::string& path, const std::string& value) {
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, value.size() + 1);
  write(path, {}, type, type, value.c_str(), {});
  H5Tclose(type);
}

void RawFile::number_attribute(const std::string& object, const std::string& name, double value) {
  const hid_t at = H5Oopen(id_, object.c_str(), H5P_DEFAULT), space = H5Screate(H5S_SCALAR);
  const hid_t attribute = H5Acreate2(at, name.c_str(), H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT);
  H5Awrite(attribute, H5T_NATIVE_DOUBLE, &value);
  H5Aclose(attribute);
  H5Sclose(space);
  H5Oclose(at);
}

void RawFile::text_attribute(const std::string& object, const std::string& name, const std::string& value) {
  const hid_t at = H5Oopen(id_, object.c_str(), H5P_DEFAULT), space = H5Screate(H5S_SCALAR);
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, value.size() + 1);
  const hid_t attribute = H5Acreate2(at, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT);
  H5Awrite(attribute, type, value.c_str());
  H5Aclose(attribute);
  H5Tclose(type);
  H5Sclose(space);
  H5Oclose(at);
}

std::vector<double> ramp(std::size_t n, double step) {
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<double>(i) * step;
  return values;
}

void write_shots(RawFile& file, const std::vector<int>& ids, std::size_t receivers, std::size_t samples,
                 bool old_form) {
  for (std::size_t n = 0; n < ids.size(); ++n) {
    const std::string shot = old_form ? fmt::format("/shots/shots_{:08d}", n) : fmt::format("/shots/{}", ids[n]);
    std::vector<double> values;
    for (std::size_t r = 0; r < receivers; ++r)
      for (std::size_t s = 0; s < samples; ++s)
        values.push_back(ids[n] + static_cast<double>(r) / 100 + static_cast<double>(s) / 10000);
    std::vector<long long> numbers;
    for (std::size_t r = 0; r < receivers; ++r) numbers.push_back(static_cast<long long>(r));
    file.integers(shot + "/id", {}, {ids[n]});
    file.integers(shot + "/receiver_ids", {receivers}, numbers);
    file.doubles(shot + "/observed/data", {receivers, samples}, values);
    file.integers(shot + "/observed/transducer_ids", {receivers}, numbers);
  }
}

std::string read_bytes(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

}  // namespace stride::io::test
