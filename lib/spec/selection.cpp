// `select_shots`: which shots of those that are there.
#include <algorithm>
#include <cstddef>
#include <string>

#include "core/error.hpp"
#include "core/random.hpp"
#include "spec/readers.hpp"

namespace stride::spec {
namespace {

std::string label(const Location& where) {
  if (where.line == 0) return where.source;
  return where.source + ":" + std::to_string(where.line) + ":" + std::to_string(where.column);
}

std::vector<int> by_id(const Values& selection, const std::vector<int>& ids) {
  std::vector<int> picked;
  for (const std::int64_t id : selection.integers("shot_ids")) {
    const auto found = std::find_if(ids.begin(), ids.end(), [&](int have) { return have == id; });
    if (found == ids.end())
      throw Error(ErrorKind::data, label(selection.where("shot_ids")),
                  "select_shots.shot_ids: there is no shot " + std::to_string(id),
                  "the ids go from " + (ids.empty() ? "none" : std::to_string(ids.front())) + " to " +
                      (ids.empty() ? "none" : std::to_string(ids.back())) + "; `stride-cli info FILE` lists them");
    picked.push_back(*found);
  }
  std::sort(picked.begin(), picked.end());
  return picked;
}

}  // namespace

std::vector<int> pick_shots(const Values& selection, std::vector<int> ids, std::int64_t seed) {
  std::sort(ids.begin(), ids.end());
  if (selection.has("shot_ids")) ids = by_id(selection, ids);
  const std::size_t available = ids.size();
  const auto count_of = [&](const char* key, std::size_t otherwise) {
    const auto value = selection.maybe_integer(key);
    return value ? static_cast<std::size_t>(*value) : otherwise;
  };
  const std::size_t end = std::min(count_of("end", available), available);
  const std::size_t every = count_of("every", 1);
  std::vector<int> picked;
  for (std::size_t i = count_of("start", 0); i < end; i += std::min(every, end - i)) picked.push_back(ids[i]);
  const std::size_t num = std::min(count_of("num", picked.size()), picked.size());
  if (selection.is_true("randomly")) {
    Random random(static_cast<std::uint64_t>(seed));
    const std::vector<std::size_t> order = random.permutation(picked.size());
    std::vector<int> drawn;
    for (std::size_t i = 0; i < num; ++i) drawn.push_back(picked[order[i]]);
    picked = std::move(drawn);
    std::sort(picked.begin(), picked.end());
  }
  picked.resize(num);
  if (picked.empty() && available != 0)
    throw Error(ErrorKind::data, label(selection.where("start")),
                "select_shots picks none of the " + std::to_string(available) + " shots", "mend start, end or every");
  return picked;
}

void check_selection(const Values& selection, const std::string& path, Diagnostics& diagnostics) {
  if (selection.has("shot_ids")) {
    auto ids = selection.integers("shot_ids");
    std::sort(ids.begin(), ids.end());
    const auto twice = std::adjacent_find(ids.begin(), ids.end());
    if (twice != ids.end())
      diagnostics.error(selection.where("shot_ids"), path + ".shot_ids",
                        "names shot " + std::to_string(*twice) + " twice; name it once");
    if (ids.back() > 2147483647)
      diagnostics.error(selection.where("shot_ids"), path + ".shot_ids",
                        "ids go up to 2147483647, got " + std::to_string(ids.back()));
    for (const char* key : {"start", "end", "every"})
      if (selection.given(key))
        diagnostics.error(selection.where(key), path + "." + key, "does not go with shot_ids; keep one of them");
  }
  const auto start = selection.maybe_integer("start"), end = selection.maybe_integer("end");
  if (end && start.value_or(0) >= *end)
    diagnostics.error(selection.where("end"), path + ".end",
                      "must be above start (" + std::to_string(start.value_or(0)) + "), got " + std::to_string(*end));
  if (selection.is_true("randomly") && !selection.has("num"))
    diagnostics.error(selection.where("randomly"), path + ".randomly", "needs `num`: how many shots to take at random");
}

}  // namespace stride::spec
