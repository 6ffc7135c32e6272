// Which shots each iteration of a block takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spec/values.hpp"

namespace stride::optimisation {

// Walks through all shots that a selection allows before any comes again. Immutable: the shots of an iteration depend
// on the arguments alone, so that a run may begin anywhere.
class ShotWalk {
 public:
  // `selection` holds the keys of `select_shots`; empty: all shots in every iteration. `ids` are those to choose from.
  // With `num` that many are taken at a time, in numeric order or, `randomly`, by a permutation that `seed`, `block`
  // and the round decide; each group is sorted. With `every` a group takes each so many-th shot, and the next group
  // begins one shot later. The last group of a round (of an offset) may be short. Error(data), naming the key: an id
  // that is not there, more shots asked for than there are, a selection that picks none.
  ShotWalk(const spec::Values& selection, std::vector<int> ids, std::int64_t seed, std::size_t block);

  // Sorted ids; `iteration` counts from 0 within the block.
  std::vector<int> shots(std::size_t iteration) const;
  // Groups until all shots have come.
  std::size_t groups() const { return groups_; }
  std::size_t largest_group() const;

 private:
  std::vector<std::vector<int>> offsets_;  // the shots of each offset
  std::size_t num_ = 0;                    // taken at a time; 0: all
  bool randomly_ = false;
  std::uint64_t seed_ = 0;
  std::size_t block_ = 0;
  std::size_t groups_ = 0;
};

}  // namespace stride::optimisation
