// A shot of the problem as the solver takes it.
#pragma once

#include "physics/acoustic/shot_setup.hpp"
#include "problem/problem.hpp"

namespace stride::run {

// The wavelets are lent by `shot`.
physics::acoustic::ShotSetup solver_shot(const problem::Problem& problem, const problem::Shot& shot);

}  // namespace stride::run
