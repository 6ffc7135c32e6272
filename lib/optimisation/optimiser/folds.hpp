// k-fold cross-validation over the items (shots) of a batch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stride::optimisation {

// Positions along the batch axis, ascending: those that make the gradient, and those that never do.
struct Fold {
  std::vector<std::size_t> training;
  std::vector<std::size_t> held_out;
};

// Each item is held out in exactly one of the folds, whose sizes differ by one at most; the split depends on the seed
// only. Error(usage) unless 2 <= folds <= items.
std::vector<Fold> make_folds(std::size_t items, std::size_t folds, std::uint64_t seed);

}  // namespace stride::optimisation
