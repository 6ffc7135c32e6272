// One HDF5 dataset open for reading: what it holds, whether it can be read, its numbers. Internal to io/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/array.hpp"
#include "io/hdf5.hpp"

namespace stride::io {

enum class TypeKind { integer, real, boolean, text, other };

struct TypeInfo {
  TypeKind kind = TypeKind::other;
  std::size_t bytes = 0;  // of one element in the file
  std::string name;       // "float32", "int16 (big-endian)", "bool", "string", "compound", ...
};

// Of any HDF5 type.
TypeInfo describe_type(hid_t type);

struct Storage {
  std::string text;  // "contiguous", "chunked (10, 20), gzip, shuffle", "external", "virtual", "" for compact
  Shape chunk;       // empty unless chunked
};

// Not shared between threads; errors are Error(data) with file and HDF5 path.
class Dataset {
 public:
  // `id` is an open dataset; `file_bytes` the size of its file, against which claims are judged.
  Dataset(Handle id, std::string file, std::string hdf5_path, std::uint64_t file_bytes);

  const Shape& shape() const { return shape_; }
  bool null() const { return null_; }  // a dataspace without any element, not even one
  std::string where() const { return place(file_, path_); }
  const std::string& path() const { return path_; }
  hid_t id() const { return id_.get(); }
  const TypeInfo& type() const { return type_; }
  bool numeric() const;
  Storage storage() const;

  // Refuses what holds no numbers.
  void check_numeric() const;
  // Refuses a missing filter, storage in other files, and a claim of more than the file can hold.
  void check_readable() const;

  // The box [start, start + count) in the order on disk, converted from any number type and byte order.
  void read(const Shape& start, const Shape& count, float* out) const;
  void read(const Shape& start, const Shape& count, double* out) const;

  // Everything, flat, after both checks.
  std::vector<double> numbers() const;
  std::vector<std::int64_t> integers() const;  // a fraction is an error
  std::vector<std::string> texts() const;      // fixed or variable length

 private:
  void read_box(const Shape& start, const Shape& count, hid_t memory_type, void* out) const;
  [[noreturn]] void refuse(const std::string& what, const std::string& remedy = "") const;
  std::size_t count() const { return null_ ? 0 : element_count(shape_); }

  Handle id_;
  std::string file_;
  std::string path_;
  std::uint64_t file_bytes_ = 0;
  TypeInfo type_;
  Shape shape_;
  bool null_ = false;
};

}  // namespace stride::io
