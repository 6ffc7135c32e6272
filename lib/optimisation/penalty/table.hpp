// The explicit list of penalties, in help order. Adding one: its file, one row in table.cpp, one test.
#pragma once

#include <string>
#include <vector>

#include "optimisation/penalty/penalty.hpp"

namespace stride::optimisation {

const std::vector<PenaltyInfo>& all_penalties();
// The penalty of that name, or nullptr.
const PenaltyInfo* find_penalty(const std::string& name);
std::vector<std::string> penalty_names();

}  // namespace stride::optimisation
