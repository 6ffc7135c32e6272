// The shots that --shots names.
#pragma once

#include <string>
#include <vector>

namespace stride::run {

// Reads "3,5,10-20" (ids and ranges of ids, both ends included). Error(usage) that shows the form.
struct IdRange {
  int first = 0;
  int last = 0;
};
std::vector<IdRange> parse_shots(const std::string& text);

// Those of `ids` (sorted) that are in one of the ranges; all when there are none. Error(data) names a range that holds
// none of `available`, all shots of `file`, and an empty choice.
std::vector<int> keep_shots(const std::vector<int>& ids, const std::vector<IdRange>& ranges,
                            const std::vector<int>& available, const std::string& file);

}  // namespace stride::run
