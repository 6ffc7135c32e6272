#include <algorithm>
#include <cmath>
#include <utility>

#include "core/error.hpp"
#include "optimisation/line_search/trials.hpp"

namespace stride::optimisation {
namespace {

// Minimiser of the cubic through two losses and slopes (Nocedal and Wright, equation 3.59), held away from both ends by
// a tenth of their distance; the middle where there is no cubic.
double interpolated(const Trial& a, const Trial& b) {
  const double middle = a.step + (b.step - a.step) / 2;
  if (!std::isfinite(a.loss) || !std::isfinite(b.loss) || !std::isfinite(a.slope) || !std::isfinite(b.slope))
    return middle;
  const double d1 = a.slope + b.slope - 3 * (a.loss - b.loss) / (a.step - b.step);
  const double square = d1 * d1 - a.slope * b.slope;
  if (!(square >= 0)) return middle;
  const double d2 = std::copysign(std::sqrt(square), b.step - a.step);
  const double step = b.step - (b.step - a.step) * (b.slope + d2 - d1) / (b.slope - a.slope + 2 * d2);
  const double margin = std::fabs(b.step - a.step) / 10;
  const auto [low, high] = std::minmax(a.step, b.step);
  return std::isfinite(step) ? std::clamp(step, low + margin, high - margin) : middle;
}

class Search {
 public:
  Search(const Sample& at_zero, const Evaluate& evaluate, const LineSearchOptions& options)
      : trials_("wolfe", at_zero, evaluate, options), options_(options) {
    if (!(at_zero.slope < 0))
      throw Error(ErrorKind::usage, "wolfe", "the slope at step 0 is not known, or not negative");
  }

  // Algorithm 3.5: lengthens the step until an interval holds an admissible one.
  LineSearchResult run() {
    Trial before = trials_.zero();
    double step = std::min(options_.first_step, options_.max_step);
    while (trials_.may_go_on()) {
      const Trial trial = evaluated(step);
      if (!trials_.decreases_enough(trial) || (before.step > 0 && trial.loss >= before.loss))
        return zoom(before, trial);
      if (is_flat(trial)) return content(trial);
      if (trial.slope >= 0) return zoom(trial, before);
      if (step == options_.max_step) return trials_.best("the loss still falls at the largest step");
      before = trial;
      step = std::min(2 * step, options_.max_step);
    }
    return trials_.best("no trial is left");
  }

 private:
  // Algorithm 3.6: `low` has the smallest loss of the admissible ends, and its slope points to `high`.
  LineSearchResult zoom(Trial low, Trial high) {
    while (trials_.may_go_on()) {
      const double step = interpolated(low, high);
      if (step == low.step || step == high.step) return trials_.best("the interval has shrunk to nothing");
      const Trial trial = evaluated(step);
      if (!trials_.decreases_enough(trial) || trial.loss >= low.loss) {
        high = trial;
        continue;
      }
      if (is_flat(trial)) return content(trial);
      if (trial.slope * (high.step - low.step) >= 0) high = low;
      low = trial;
    }
    return trials_.best("no trial is left");
  }

  Trial evaluated(double step) {
    const Trial trial = trials_.at(step);
    if (std::isfinite(trial.loss) && std::isnan(trial.slope))
      throw Error(ErrorKind::usage, "wolfe", "a trial came without its slope");
    return trial;
  }
  bool is_flat(const Trial& trial) const {
    return std::fabs(trial.slope) <= options_.curvature * std::fabs(trials_.zero().slope);
  }
  LineSearchResult content(const Trial& trial) const {
    return trials_.satisfied(trial, "the strong Wolfe conditions hold");
  }

  Trials trials_;
  const LineSearchOptions& options_;
};

}  // namespace

LineSearchResult wolfe(const Sample& at_zero, const Evaluate& evaluate, const LineSearchOptions& options) {
  return Search(at_zero, evaluate, options).run();
}

}  // namespace stride::optimisation
