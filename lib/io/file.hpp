// An HDF5 file open for reading, and its groups. Internal to io/.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/dataset.hpp"
#include "io/hdf5.hpp"

namespace stride::io {

enum class LinkKind { object, soft, external };

struct Child {
  std::string name;
  LinkKind link = LinkKind::object;
  std::uint64_t address = 0;  // of the object's header, for LinkKind::object
};

// Ids must fit an int and not be negative; Error(data) at `where`.
std::vector<int> to_ids(const std::vector<std::int64_t>& values, const std::string& where);

enum class ObjectKind { group, dataset, other };

// A group of a file that stays open as long as one of its groups does. Not shared between threads without a lock.
// Names may be paths ("a/b"); errors are Error(data) with file and HDF5 path.
class Group {
 public:
  const std::string& path() const { return path_; }
  const std::string& file() const;
  std::uint64_t file_bytes() const;
  hid_t id() const { return id_.get(); }
  std::string where() const { return place(file(), path_); }
  // "/shots/0" and "id" give "/shots/0/id".
  std::string path_of(const std::string& name) const;

  // True when a link of that name is there (it may still lead nowhere).
  bool has(const std::string& name) const;
  ObjectKind kind(const std::string& name) const;
  // Sorted as text, as HDF5 lists them.
  std::vector<Child> children() const;
  Group group(const std::string& name) const;
  Dataset dataset(const std::string& name) const;
  // Number that tells whether two groups are one and the same (hard links may form circles).
  std::uint64_t address() const;

  // The values of a dataset; nullopt when it is absent or holds None (the text "None").
  std::optional<std::vector<double>> numbers(const std::string& name) const;
  std::optional<std::vector<std::int64_t>> integers(const std::string& name) const;
  std::optional<std::vector<int>> ids(const std::string& name) const;
  // A scalar or an array of one element.
  std::optional<double> number(const std::string& name) const;
  std::optional<int> id_number(const std::string& name) const;

 private:
  friend class File;
  struct Open {
    Handle id;
    std::string file;
    std::uint64_t bytes = 0;
  };
  Group(std::shared_ptr<Open> open, Handle id, std::string path);
  std::optional<Dataset> present(const std::string& name) const;

  std::shared_ptr<Open> open_;
  Handle id_;
  std::string path_;
};

class File {
 public:
  // Opens read-only. Error(data): missing, a folder, empty, no HDF5 file (SEG-Y is recognised), truncated.
  explicit File(const std::string& file);

  const Group& root() const { return root_; }
  const std::string& name() const { return root_.file(); }

 private:
  Group root_;
};

// A number of a dataset ("/time/step") or of an attribute ("/data@dt"), which may also be a text holding one number.
double read_number_at(const Group& root, const std::string& path);

// The attribute as text: "" when it is absent or no text.
std::string text_attribute(hid_t object, const std::string& name);

}  // namespace stride::io
