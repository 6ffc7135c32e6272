#include <algorithm>
#include <cmath>
#include <optional>

#include "optimisation/line_search/trials.hpp"

namespace stride::optimisation {
namespace {

// Steps a < b < c; the loss at b is the smallest.
struct Bracket {
  Trial a, b, c;
};

// Step of the lowest point; nothing where the three lie on a line, or a loss is infinite.
std::optional<double> vertex(const Bracket& bracket) {
  const auto& [a, b, c] = bracket;
  const double left = (b.step - a.step) * (b.loss - c.loss), right = (b.step - c.step) * (b.loss - a.loss);
  const double step = b.step - ((b.step - a.step) * left - (b.step - c.step) * right) / (2 * (left - right));
  if (!std::isfinite(step) || step <= a.step || step >= c.step) return std::nullopt;
  return step;
}

// Halves until a trial is below the loss at 0.
std::optional<Bracket> halve(Trials& trials, Trial far) {
  while (trials.may_go_on()) {
    const Trial near = trials.at(far.step / 2);
    if (near.loss < trials.zero().loss) return Bracket{trials.zero(), near, far};
    far = near;
  }
  return std::nullopt;
}

// Doubles until the loss rises again.
std::optional<Bracket> stretch(Trials& trials, Trial middle, double max_step) {
  Trial near = trials.zero();
  while (trials.may_go_on() && middle.step < max_step) {
    const Trial far = trials.at(std::min(2 * middle.step, max_step));
    if (far.loss >= middle.loss) return Bracket{near, middle, far};
    near = middle;
    middle = far;
  }
  return std::nullopt;
}

}  // namespace

LineSearchResult parabolic(const Sample& at_zero, const Evaluate& evaluate, const LineSearchOptions& options) {
  Trials trials("parabolic", at_zero, evaluate, options);
  const Trial first = trials.at(std::min(options.first_step, options.max_step));
  const bool goes_down = first.loss < at_zero.loss;
  const auto bracket = goes_down ? stretch(trials, first, options.max_step) : halve(trials, first);
  if (!bracket) return trials.best(trials.may_go_on() ? "the loss falls up to the largest step" : "no trial is left");
  if (!trials.may_go_on()) return trials.best("a minimum is bracketed, but no trial is left for the parabola");
  const std::optional<double> step = vertex(*bracket);
  if (!step) return trials.best("a minimum is bracketed, but no parabola goes through its three steps");
  const Trial last = trials.at(*step);
  if (last.loss <= bracket->b.loss) return trials.satisfied(last, "the parabola's vertex");
  return trials.satisfied(bracket->b, "the parabola's vertex lies above the middle of the bracket");
}

}  // namespace stride::optimisation
