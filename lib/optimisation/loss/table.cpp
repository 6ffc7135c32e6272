#include "optimisation/loss/table.hpp"

#include "optimisation/loss/losses.hpp"

namespace stride::optimisation {

const std::vector<LossInfo>& all_losses() {
  static const std::vector<LossInfo> table = {
      losses::l2(),          losses::ncc(),   losses::envelope(),  losses::phase(),
      losses::wasserstein(), losses::huber(), losses::student_t(),
  };
  return table;
}

const LossInfo* find_loss(const std::string& name) {
  for (const LossInfo& info : all_losses())
    if (info.name == name) return &info;
  return nullptr;
}

std::vector<std::string> loss_names() {
  std::vector<std::string> names;
  for (const LossInfo& info : all_losses()) names.push_back(info.name);
  return names;
}

}  // namespace stride::optimisation
