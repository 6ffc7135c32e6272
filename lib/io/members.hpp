// The members of one group, listed once, their small datasets read by the short cut where it applies. Internal to io/.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/file.hpp"
#include "io/raw_header.hpp"

namespace stride::io {

// Refers to `raw`, which must live longer. Under an Hdf5Lock.
class Members {
 public:
  Members(Group group, const RawReader& raw);

  const Group& group() const { return group_; }
  const std::vector<Child>& children() const { return children_; }
  bool has(const std::string& name) const { return find(name) != nullptr; }
  // As those of Group.
  std::optional<std::vector<std::int64_t>> integers(const std::string& name) const;
  std::optional<std::vector<int>> ids(const std::string& name) const;
  // Numbers that lie plainly in the file; nullopt when Group::dataset must open them.
  std::optional<RawDataset> plain(const std::string& name) const;

 private:
  const Child* find(const std::string& name) const;

  Group group_;
  const RawReader* raw_;
  std::vector<Child> children_;
};

}  // namespace stride::io
