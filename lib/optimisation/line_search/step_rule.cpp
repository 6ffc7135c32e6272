#include "optimisation/line_search/step_rule.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"

namespace stride::optimisation {
namespace {

constexpr double least_forward = 0.1;
constexpr double least_backward = -0.2;
constexpr double backward_share = 0.75;  // of max_step
constexpr double backward_damping = 0.25;

}  // namespace

double held_step(double step, std::optional<double> max_step, bool force_step) {
  if (!std::isfinite(step)) throw Error(ErrorKind::usage, "step", "it is not finite");
  if (max_step && !(*max_step > 0)) throw Error(ErrorKind::usage, "max_step", "it must be above 0");
  if (force_step) return step;
  if (step > least_backward) {
    const double forward = std::max(step, least_forward);
    return max_step ? std::min(forward, *max_step) : forward;
  }
  if (max_step && step < -backward_share * *max_step) return -backward_share * *max_step;
  return backward_damping * step;
}

}  // namespace stride::optimisation
