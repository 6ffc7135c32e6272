#include "run/shot_selection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <set>

#include "core/error.hpp"

namespace stride::run {
namespace {

std::string known_ids(const std::vector<int>& available) {
  const std::size_t shown = std::min<std::size_t>(available.size(), 12);
  const std::vector<int> head(available.begin(), available.begin() + static_cast<std::ptrdiff_t>(shown));
  return fmt::format("it has {} shots: {}{}", available.size(), fmt::join(head, ", "),
                     shown < available.size() ? fmt::format(", ... {}", available.back()) : "");
}

int parse_id(const std::string& word, const std::string& text) {
  int id = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), id);
  if (word.empty() || error != std::errc{} || end != word.data() + word.size() || id < 0)
    throw Error(ErrorKind::usage, "--shots " + text, fmt::format("'{}' is not a shot id", word),
                "write ids and ranges of ids: --shots 3,5,10-20");
  return id;
}

std::set<int> chosen_ids(const std::vector<int>& available, const std::vector<IdRange>& ranges,
                         const std::string& file) {
  std::set<int> chosen;
  for (const IdRange& range : ranges) {
    const auto first = std::lower_bound(available.begin(), available.end(), range.first);
    const auto last = std::upper_bound(available.begin(), available.end(), range.last);
    if (first == last)
      throw Error(ErrorKind::data, file,
                  range.first == range.last ? fmt::format("has no shot {}", range.first)
                                            : fmt::format("has no shot from {} to {}", range.first, range.last),
                  known_ids(available));
    chosen.insert(first, last);
  }
  return chosen;
}

}  // namespace

std::vector<IdRange> parse_shots(const std::string& text) {
  std::vector<IdRange> ranges;
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    const std::string word = text.substr(start, comma - start);
    const std::size_t dash = word.find('-', 1);
    IdRange range;
    range.first = parse_id(word.substr(0, dash), text);
    range.last = dash == std::string::npos ? range.first : parse_id(word.substr(dash + 1), text);
    if (range.first > range.last)
      throw Error(ErrorKind::usage, "--shots " + text, fmt::format("the range '{}' runs backwards", word),
                  fmt::format("write {}-{}", range.last, range.first));
    ranges.push_back(range);
    start = comma + 1;
  }
  return ranges;
}

std::vector<int> keep_shots(const std::vector<int>& ids, const std::vector<IdRange>& ranges,
                            const std::vector<int>& available, const std::string& file) {
  if (ranges.empty()) return ids;
  const std::set<int> chosen = chosen_ids(available, ranges, file);
  std::vector<int> kept;
  std::copy_if(ids.begin(), ids.end(), std::back_inserter(kept), [&](int id) { return chosen.contains(id); });
  if (kept.empty())
    throw Error(ErrorKind::data, file, "--shots and select_shots have no shot in common: nothing to do",
                known_ids(available));
  return kept;
}

}  // namespace stride::run
