// Which shots a run works on.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stride::run {

// `select_shots` of a spec: ids, or positions in the sorted list of ids.
struct ShotSelection {
  std::optional<std::vector<int>> shot_ids;
  std::optional<std::size_t> start, end, every, num;  // positions [start, end) in steps of `every`, at most `num`
};

// Reads "3,5,10-20" (ids and ranges of ids, both ends included). Error(usage) that shows the form.
struct IdRange {
  int first = 0;
  int last = 0;
};
std::vector<IdRange> parse_shots(const std::string& text);

// The selected ids in numeric order. Error(data) names an id that is not among `available` (sorted), and an empty
// choice.
std::vector<int> select_shots(const std::vector<int>& available, const ShotSelection& selection,
                              const std::vector<IdRange>& ranges, const std::string& file);

}  // namespace stride::run
