// A modelling problem as plain data: everything that the wave equation's solver is given.
#pragma once

#include <string>
#include <vector>

#include "core/space.hpp"
#include "problem/geometry.hpp"
#include "problem/medium.hpp"
#include "problem/shot.hpp"

namespace stride::problem {

// Immutable once prepared; threads may share it.
struct Problem {
  Space space;
  Time time;
  Medium medium;
  Geometry geometry;                     // every location that a shot uses is there, and inside the inner domain
  std::vector<Shot> shots;               // the selected ones, in numeric order of their ids
  std::vector<std::string> input_files;  // to be hashed, in order of first use
};

}  // namespace stride::problem
