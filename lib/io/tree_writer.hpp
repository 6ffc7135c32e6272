// Writes a protocol-0.1 tree: groups are mappings, datasets are values, each with the attributes that readers expect.
// Internal to io/; the layout is that of the files which the Python framework writes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/array.hpp"
#include "core/space.hpp"
#include "io/atomic_file.hpp"
#include "io/hdf5.hpp"
#include "io/provenance.hpp"

namespace stride::io {

// What a dataset was in Python; said by its boolean attributes.
enum class ValueKind { scalar, list, tuple, ndarray };

// One thread at a time; every call takes the HDF5 lock. A failed call is Error(failed) with target and reason, after
// which the object can only be destroyed. Nothing is left behind unless commit() returned.
class TreeWriter {
 public:
  TreeWriter(const std::string& target, bool overwrite);
  ~TreeWriter();
  TreeWriter(const TreeWriter&) = delete;
  TreeWriter& operator=(const TreeWriter&) = delete;

  const std::string& target() const { return atomic_.target(); }
  hid_t root() const { return root_.get(); }

  Handle group(hid_t parent, const std::string& name);
  // A list of `length` mappings: its children are groups `<name>_%08d`.
  Handle list(hid_t parent, const std::string& name, std::int64_t length);
  void boolean(hid_t parent, const std::string& name, bool value);
  void integer(hid_t parent, const std::string& name, std::int64_t value);
  void number(hid_t parent, const std::string& name, double value, const std::string& units);
  void text(hid_t parent, const std::string& name, const std::string& value);
  void none(hid_t parent, const std::string& name);
  void integers(hid_t parent, const std::string& name, const std::vector<std::int64_t>& values, ValueKind kind);
  void numbers(hid_t parent, const std::string& name, const std::vector<double>& values, const std::string& units);
  // Rows of start, stop, step per axis; "None" where open.
  void inner(hid_t parent, const std::string& name, const std::vector<std::vector<std::string>>& rows);
  // A contiguous float32 dataset, to be filled by fill(). `axes` is "receiver, time".
  Handle floats(hid_t parent, const std::string& name, const Shape& shape, const std::string& units,
                const std::string& axes);
  // Writes `rows` into `dataset` from row `first` on; a row is all that stands behind one index of the first axis.
  void fill_rows(hid_t dataset, const std::string& path, std::size_t first, Rows<const float> rows);
  // Writes the whole of a dataset.
  void fill(hid_t dataset, const std::string& path, const float* values, std::size_t count);

  // space/ and time/, each only where known.
  void grid(const Space& space, const Time& time);
  void provenance(const Provenance& provenance);
  std::uint64_t bytes_written() const { return bytes_; }

  // Flushes to disk and renames to the target.
  void commit();
  // From here on nothing reaches the disk, and closing handles cannot fail. Before handles of a writer that was not
  // committed are closed; a failed call has done it already.
  void leave_disk() noexcept;

 private:
  void create();
  Handle dataset(hid_t parent, const std::string& name, hid_t type, hid_t space);
  void mark(hid_t object, ValueKind kind, bool is_text = false, bool is_none = false);
  void flag(hid_t object, const char* name, bool value);
  void text_attribute(hid_t object, const char* name, const std::string& value);
  void scalar(hid_t parent, const std::string& name, hid_t type, const void* value, const std::string& units = "");
  void write_back(std::size_t bytes);
  void close_quietly() noexcept;
  [[noreturn]] void fail(const std::string& hdf5_path);
  // Throws unless an HDF5 call returned a non-negative status or identifier.
  template <class Status>
  Status checked(Status status, const std::string& hdf5_path) {
    if (status < 0) fail(hdf5_path);
    return status;
  }

  AtomicFile atomic_;
  Handle bool_type_, text_type_, scalar_space_, dataset_creation_, group_creation_;
  Handle file_;
  Handle root_;
  int descriptor_ = -1;  // our own, on the temporary file
  int hdf5_descriptor_ = -1;
  std::uint64_t bytes_ = 0;
  std::uint64_t not_sent_back_ = 0;
};

}  // namespace stride::io
