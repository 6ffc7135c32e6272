#include <algorithm>

#include "optimisation/line_search/trials.hpp"

namespace stride::optimisation {

LineSearchResult backtracking(const Sample& at_zero, const Evaluate& evaluate, const LineSearchOptions& options) {
  Trials trials("backtracking", at_zero, evaluate, options);
  double step = std::min(options.first_step, options.max_step);
  while (trials.may_go_on()) {
    const Trial trial = trials.at(step);
    if (trials.decreases_enough(trial)) return trials.satisfied(trial, "the loss decreases enough");
    step /= 2;
  }
  return trials.best("no trial is left");
}

}  // namespace stride::optimisation
