// Temporary folders, and HDF5 files of any shape for the tests of io/.
#pragma once

#include <hdf5.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "core/array.hpp"
#include "core/error.hpp"
#include "core/space.hpp"
#include "io/mapping.hpp"
#include "support/folder.hpp"

namespace stride::io::test {

class TemporaryFolder : public stride::test::Folder {
 public:
  std::string file(const std::string& name) const { return *this / name; }
  std::filesystem::path path() const { return Folder::path(); }
  // Names of all entries, hidden ones included, sorted.
  std::vector<std::string> names() const;
};

// A mapping of one dataset.
Mapping mapping(const std::string& file, const std::string& dataset, std::vector<std::string> axes);

// How a dataset is stored.
struct Stored {
  hid_t type = H5T_IEEE_F32LE;  // in the file
  std::vector<hsize_t> chunk;   // empty: contiguous
  int gzip = 0;
  bool shuffle = false;
};

// Writes an HDF5 file with plain calls of the C library, groups made as needed. Closed by the destructor.
class RawFile {
 public:
  explicit RawFile(const std::string& file, bool latest = false);
  ~RawFile();
  RawFile(const RawFile&) = delete;
  RawFile& operator=(const RawFile&) = delete;

  hid_t id() const { return id_; }
  void group(const std::string& path);
  void doubles(const std::string& path, const Shape& shape, const std::vector<double>& values, const Stored& how = {});
  void integers(const std::string& path, const Shape& shape, const std::vector<long long>& values,
                hid_t type = H5T_STD_I64LE);
  void text(const std::string& path, const std::string& value);  // fixed length, scalar
  void number_attribute(const std::string& object, const std::string& name, double value);
  void text_attribute(const std::string& object, const std::string& name, const std::string& value);

 private:
  void write(const std::string& path, const Shape& shape, hid_t file_type, hid_t memory_type, const void* values,
             const Stored& how);

  hid_t id_;
};

// 0, step, 2 step, ...
std::vector<double> ramp(std::size_t n, double step = 1);

// A protocol-0.1 acquisitions file, without attributes: one shot per id with `receivers` x `samples` values
// shot + receiver / 100 + sample / 10000. In the old form `shots` is a list.
void write_shots(RawFile& file, const std::vector<int>& ids, std::size_t receivers, std::size_t samples,
                 bool old_form = false);

// The message of the Error(kind) that `action` throws; "no error" or "another kind" otherwise.
template <class Action>
std::string message(ErrorKind kind, Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.kind() == kind ? error.what() : std::string("another kind: ") + error.what();
  }
  return "no error";
}

// The message of the Error(data) that `read` throws on the file of that name, which `fill` writes.
template <class Fill, class Read>
std::string problem_of(const std::string& file, Fill fill, Read read) {
  {
    RawFile raw(file);
    fill(raw);
  }
  return message(ErrorKind::data, [&] { read(file); });
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string read_bytes(const std::string& file);

}  // namespace stride::io::test

// The message holds the part; both are shown when it does not.
#define CHECK_CONTAINS(text, part)                                                               \
  do {                                                                                           \
    const std::string text_ = (text), part_ = (part);                                            \
    CHECK_MESSAGE(stride::io::test::contains(text_, part_), text_, "\n does not hold: ", part_); \
  } while (false)
