#include "optimisation/loop/shot_walk.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"
#include "core/random.hpp"

namespace stride::optimisation {
namespace {

[[noreturn]] void refuse(const spec::Values& selection, const std::string& key, const std::string& what,
                         const std::string& remedy) {
  const spec::Location where = selection.where(key);
  throw Error(ErrorKind::data,
              where.line == 0 ? where.source : fmt::format("{}:{}:{}", where.source, where.line, where.column),
              "select_shots." + key + ": " + what, remedy);
}

std::vector<int> by_id(const spec::Values& selection, const std::vector<int>& ids) {
  std::vector<int> picked;
  for (const std::int64_t id : selection.integers("shot_ids")) {
    if (!std::binary_search(ids.begin(), ids.end(), static_cast<int>(id)))
      refuse(selection, "shot_ids", fmt::format("there is no shot {}", id),
             fmt::format("this run has {} shots, {} to {}", ids.size(), ids.front(), ids.back()));
    picked.push_back(static_cast<int>(id));
  }
  std::sort(picked.begin(), picked.end());
  return picked;
}

std::vector<int> candidates(const spec::Values& selection, const std::vector<int>& ids) {
  if (selection.has("shot_ids")) return by_id(selection, ids);
  const auto start = static_cast<std::size_t>(selection.maybe_integer("start").value_or(0));
  const auto end =
      static_cast<std::size_t>(selection.maybe_integer("end").value_or(static_cast<std::int64_t>(ids.size())));
  if (start >= ids.size())
    refuse(selection, "start", fmt::format("is {}, but this run has {} shots", start, ids.size()),
           "positions count from 0");
  if (end > ids.size())
    refuse(selection, "end", fmt::format("is {}, but this run has {} shots", end, ids.size()),
           fmt::format("give {} or less", ids.size()));
  return {ids.begin() + static_cast<std::ptrdiff_t>(start), ids.begin() + static_cast<std::ptrdiff_t>(end)};
}

std::size_t groups_of(std::size_t shots, std::size_t num) {
  return num == 0 ? 1 : (shots + num - 1) / num;
}

}  // namespace

ShotWalk::ShotWalk(const spec::Values& selection, std::vector<int> ids, std::int64_t seed, std::size_t block)
    : randomly_(selection.is_true("randomly")), seed_(static_cast<std::uint64_t>(seed)), block_(block) {
  std::sort(ids.begin(), ids.end());
  if (ids.empty()) throw Error(ErrorKind::data, "", "there is no shot to select from");
  const std::vector<int> all = candidates(selection, ids);
  const auto every = static_cast<std::size_t>(selection.maybe_integer("every").value_or(1));
  num_ = static_cast<std::size_t>(selection.maybe_integer("num").value_or(0));
  if (num_ > all.size())
    refuse(selection, "num", fmt::format("asks for {} shots, and there are {}", num_, all.size()),
           fmt::format("give {} or less", all.size()));
  offsets_.resize(std::min(every, all.size()));
  for (std::size_t i = 0; i < all.size(); ++i) offsets_[i % offsets_.size()].push_back(all[i]);
  for (const std::vector<int>& shots : offsets_) groups_ += groups_of(shots.size(), num_);
}

std::vector<int> ShotWalk::shots(std::size_t iteration) const {
  std::size_t group = iteration % groups_;
  const std::uint64_t round = iteration / groups_;
  std::size_t offset = 0;
  while (group >= groups_of(offsets_[offset].size(), num_)) group -= groups_of(offsets_[offset++].size(), num_);
  const std::vector<int>& all = offsets_[offset];
  if (num_ == 0) return all;
  std::vector<int> order = all;
  if (randomly_) {
    Random random(seed_,
                  (static_cast<std::uint64_t>(block_) << 40U) + (static_cast<std::uint64_t>(offset) << 24U) + round);
    const std::vector<std::size_t> permutation = random.permutation(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) order[i] = all[permutation[i]];
  }
  const std::size_t first = group * num_, last = std::min(first + num_, order.size());
  std::vector<int> taken(order.begin() + static_cast<std::ptrdiff_t>(first),
                         order.begin() + static_cast<std::ptrdiff_t>(last));
  std::sort(taken.begin(), taken.end());
  return taken;
}

std::size_t ShotWalk::largest_group() const {
  std::size_t largest = 0;
  for (const std::vector<int>& shots : offsets_) largest = std::max(largest, shots.size());
  return num_ == 0 ? largest : std::min(largest, num_);
}

}  // namespace stride::optimisation
