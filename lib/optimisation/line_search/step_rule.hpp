// The rule that holds a given or found step within bounds.
#pragma once

#include <optional>

namespace stride::optimisation {

// A step above -0.2 is held in [0.1, max_step] (max_step goes first where it is below 0.1); else, with a max_step and a
// step below -0.75 max_step, it is -0.75 max_step; else a quarter of it is taken. With force_step it is taken as given.
// Source: design/optimisation.md, "One iteration". Error(usage) for a step that is not finite, or max_step <= 0.
double held_step(double step, std::optional<double> max_step, bool force_step);

}  // namespace stride::optimisation
