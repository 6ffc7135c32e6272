#include "optimisation/line_search/trials.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/error.hpp"

namespace stride::optimisation {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void check(const char* name, const Sample& at_zero, const LineSearchOptions& options) {
  const auto refuse = [&](const std::string& what) { throw Error(ErrorKind::usage, name, what); };
  if (!std::isfinite(at_zero.loss)) refuse("the loss at step 0 is not finite");
  if (!(options.first_step > 0 && options.first_step < infinity)) refuse("the first step must be finite and above 0");
  if (!(options.max_step > 0)) refuse("the largest step must be above 0");
  if (options.max_trials < 1) refuse("at least one trial is due");
  if (!(options.decrease > 0 && options.decrease < options.curvature && options.curvature < 1))
    refuse("0 < decrease < curvature < 1 must hold");
}

}  // namespace

Trials::Trials(const char* name, const Sample& at_zero, const Evaluate& evaluate, const LineSearchOptions& options)
    : evaluate_(evaluate), options_(options), zero_{0, at_zero.loss, at_zero.slope}, best_{0, infinity, 0} {
  check(name, at_zero, options);
}

Trial Trials::at(double step) {
  ++result_.trials;
  const Sample sample = evaluate_(step);
  const Trial trial{step, std::isfinite(sample.loss) ? sample.loss : infinity, sample.slope};
  if (trial.loss < best_.loss) best_ = trial;
  return trial;
}

bool Trials::decreases_enough(const Trial& trial) const {
  if (!(zero_.slope < 0)) return trial.loss < zero_.loss;
  return trial.loss <= zero_.loss + options_.decrease * trial.step * zero_.slope;
}

LineSearchResult Trials::best(const std::string& why) const {
  LineSearchResult result = result_;
  if (best_.loss == infinity) {
    result.loss = zero_.loss;
    result.reason = fmt::format("none of {} trials gave a finite loss ({})", result.trials, why);
    return result;
  }
  result.step = best_.step;
  result.loss = best_.loss;
  result.improved = best_.loss < zero_.loss;
  result.reason = result.improved ? why
                                  : fmt::format(
                                        "none of {} trials improved the loss of {:g}; the best, {:g} at step "
                                        "{:g}, is kept ({})",
                                        result.trials, zero_.loss, best_.loss, best_.step, why);
  return result;
}

LineSearchResult Trials::satisfied(const Trial& trial, const std::string& why) const {
  LineSearchResult result = result_;
  result.step = trial.step;
  result.loss = trial.loss;
  result.improved = trial.loss < zero_.loss;
  result.satisfied = true;
  result.reason = why;
  return result;
}

}  // namespace stride::optimisation
