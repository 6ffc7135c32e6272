// From a checked spec to the problem that the wave equation's solver is given.
#pragma once

#include <string>

#include "problem/problem.hpp"
#include "spec/diagnostics.hpp"
#include "spec/spec.hpp"

namespace stride::run {

// Opens and checks all that modelling needs: space, time, medium, geometry, transducers, acquisitions, wavelets. The
// shots are those of select_shots and of `shots_option` ("3,5,10-20"; "": all). Every problem goes to `diagnostics`:
// errors of usage for the spec itself (a missing section, told with what to add), of data for files that it names. What
// could be set up is returned; only without errors is it whole.
problem::Problem prepare_problem(const spec::Spec& spec, const std::string& shots_option,
                                 spec::Diagnostics& diagnostics);

}  // namespace stride::run
