#include "optimisation/loss/table.hpp"

#include "core/named.hpp"
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
  return find_named(all_losses(), name);
}

std::vector<std::string> loss_names() {
  return names_of(all_losses());
}

}  // namespace stride::optimisation
