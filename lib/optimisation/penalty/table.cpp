#include "optimisation/penalty/table.hpp"

#include "core/named.hpp"
#include "optimisation/penalty/penalties.hpp"

namespace stride::optimisation {

const std::vector<PenaltyInfo>& all_penalties() {
  static const std::vector<PenaltyInfo> table = {
      penalties::smooth(),
      penalties::smooth_time(),
      penalties::tikhonov(),
  };
  return table;
}

const PenaltyInfo* find_penalty(const std::string& name) {
  return find_named(all_penalties(), name);
}

std::vector<std::string> penalty_names() {
  return names_of(all_penalties());
}

}  // namespace stride::optimisation
