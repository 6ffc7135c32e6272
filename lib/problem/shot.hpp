// One shot: what fires and what listens.
#pragma once

#include <memory>
#include <vector>

#include "core/array.hpp"

namespace stride::problem {

struct Shot {
  int id = 0;
  std::vector<int> source_ids;                   // locations; the rows of `wavelets` in this order
  std::vector<int> receiver_ids;                 // locations; the rows of the traces in this order
  bool observed = false;                         // the acquisitions file holds its observed traces
  std::shared_ptr<const Array<float>> wavelets;  // (sources, samples); shots with equal ones share them
};

}  // namespace stride::problem
