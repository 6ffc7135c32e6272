// The explicit list of losses, in help order. Adding one: its file, one row in table.cpp, one test.
#pragma once

#include <string>
#include <vector>

#include "optimisation/loss/loss.hpp"

namespace stride::optimisation {

const std::vector<LossInfo>& all_losses();
// The loss of that name, or nullptr.
const LossInfo* find_loss(const std::string& name);
std::vector<std::string> loss_names();

}  // namespace stride::optimisation
