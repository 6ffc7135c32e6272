#include "io/members.hpp"

#include <algorithm>

namespace stride::io {

Members::Members(Group group, const RawReader& raw)
    : group_(std::move(group)), raw_(&raw), children_(group_.children()) {}

const Child* Members::find(const std::string& name) const {
  const auto child =
      std::find_if(children_.begin(), children_.end(), [&](const Child& candidate) { return candidate.name == name; });
  return child == children_.end() ? nullptr : &*child;
}

std::optional<RawDataset> Members::plain(const std::string& name) const {
  const Child* child = find(name);
  if (child == nullptr || child->link != LinkKind::object) return std::nullopt;
  return raw_->dataset(child->address);
}

std::optional<std::vector<std::int64_t>> Members::integers(const std::string& name) const {
  if (!has(name)) return std::nullopt;
  if (const std::optional<RawDataset> dataset = plain(name))
    if (auto values = raw_->integers(*dataset)) return values;
  return group_.integers(name);
}

std::optional<std::vector<int>> Members::ids(const std::string& name) const {
  const auto values = integers(name);
  if (!values) return std::nullopt;
  return to_ids(*values, place(group_.file(), group_.path_of(name)));
}

}  // namespace stride::io
