// What a shot is to the solver: where it fires and listens, and with what.
#pragma once

#include <vector>

#include "core/array.hpp"

namespace stride::physics::acoustic {

// Points off the grid: coordinates in m from node 0 of the inner domain, one row per point.
struct Points {
  std::vector<std::vector<double>> coordinates_m;
  std::vector<int> ids;  // for messages
};

struct ShotSetup {
  int id = 0;
  Points sources;
  Points receivers;
  Rows<const float> wavelets;  // (sources, samples); samples is the number of time samples of the record
};

}  // namespace stride::physics::acoustic
