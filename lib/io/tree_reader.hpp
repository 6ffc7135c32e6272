// The parts that protocol-0.1 files have in common: grid, time axis, lists and mappings. Internal to io/.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/space.hpp"
#include "io/file.hpp"

namespace stride::io {

// Digits only, and small enough for an id; "00000003" is 3.
std::optional<int> numeric_name(const std::string& name);

// `space/`, or not known() where the file has none. Error(data) when its parts disagree.
Space read_space(const Group& root);
// `time/`, likewise.
Time read_time(const Group& root);

struct ListEntry {
  int id = 0;
  std::string name;  // of the group
};

// The entries of a mapping by id (`locations/7`) or of a list (`locations/locations_00000003`, older files), in numeric
// order of their ids. Error(data): two with one id, or one without.
std::vector<ListEntry> read_entries(const Group& list);

}  // namespace stride::io
