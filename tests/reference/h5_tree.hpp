// Walks a file of reference numbers: groups, datasets and attributes of any HDF5 file, read-only.
#pragma once

#include <hdf5.h>

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "core/array.hpp"

namespace stride::reference {

// Numbers (booleans are 0 and 1), texts, or lists of them.
using Attribute = std::variant<double, std::string, std::vector<double>, std::vector<std::string>>;

// std::runtime_error names the file and path of whatever cannot be read.
class H5Tree {
 public:
  explicit H5Tree(const std::string& file);
  ~H5Tree();
  H5Tree(const H5Tree&) = delete;
  H5Tree& operator=(const H5Tree&) = delete;

  std::vector<std::string> children(const std::string& group) const;  // names, in order
  bool is_group(const std::string& path) const;
  bool has(const std::string& path) const;
  std::map<std::string, Attribute> attributes(const std::string& path) const;

  // Converted to Real; float32 and float64 on disk.
  template <class Real>
  Array<Real> read(const std::string& path) const;

 private:
  Attribute attribute(hid_t object, const std::string& name) const;

  std::string file_;
  hid_t id_;
};

}  // namespace stride::reference
