// Tables of things that have a `name`.
#pragma once

#include <string>
#include <vector>

namespace stride {

// The entry of that name, or nullptr.
template <class Entry>
const Entry* find_named(const std::vector<Entry>& table, const std::string& name) {
  for (const Entry& entry : table)
    if (entry.name == name) return &entry;
  return nullptr;
}

// In the order of the table.
template <class Entry>
std::vector<std::string> names_of(const std::vector<Entry>& table) {
  std::vector<std::string> names;
  names.reserve(table.size());
  for (const Entry& entry : table) names.push_back(entry.name);
  return names;
}

}  // namespace stride
