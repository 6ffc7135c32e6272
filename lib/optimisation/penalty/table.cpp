#include "optimisation/penalty/table.hpp"

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
  for (const PenaltyInfo& info : all_penalties())
    if (info.name == name) return &info;
  return nullptr;
}

std::vector<std::string> penalty_names() {
  std::vector<std::string> names;
  for (const PenaltyInfo& info : all_penalties()) names.push_back(info.name);
  return names;
}

}  // namespace stride::optimisation
