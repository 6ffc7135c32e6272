#include "optimisation/optimiser/folds.hpp"

#include <string>

#include "core/error.hpp"
#include "core/random.hpp"
#include "runtime/batch.hpp"

namespace stride::optimisation {

std::vector<Fold> make_folds(std::size_t items, std::size_t folds, std::uint64_t seed) {
  if (folds < 2 || folds > items)
    throw Error(ErrorKind::usage, "folds",
                std::to_string(items) + " shots cannot be split in " + std::to_string(folds) + " folds",
                "give at least 2, and at most the number of shots");
  const std::vector<std::size_t> order = Random(seed).permutation(items);
  const runtime::Bounds bounds = runtime::even_bounds(items, folds);
  std::vector<std::size_t> fold_of(items);
  for (std::size_t f = 0; f < folds; ++f)
    for (std::size_t k = bounds[f]; k < bounds[f + 1]; ++k) fold_of[order[k]] = f;
  std::vector<Fold> result(folds);
  for (std::size_t f = 0; f < folds; ++f)
    for (std::size_t i = 0; i < items; ++i) (fold_of[i] == f ? result[f].held_out : result[f].training).push_back(i);
  return result;
}

}  // namespace stride::optimisation
