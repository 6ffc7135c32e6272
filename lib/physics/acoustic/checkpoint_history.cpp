#include "physics/acoustic/checkpoint_history.hpp"

#include <algorithm>
#include <utility>

#include "physics/acoustic/memory.hpp"
#include "physics/acoustic/revolve.hpp"

namespace stride::physics::acoustic {

template <class Real>
CheckpointPlan CheckpointHistory<Real>::plan(const Layout& layout, const Settings& settings, Kernel kernel,
                                             bool has_rho, bool has_alpha, std::size_t samples,
                                             const StoreSettings& store) {
  StoreSettings one = in_memory(store);
  one.undersample = 1;
  return plan_checkpoints(samples, store, state_bytes(layout, settings, has_alpha, sizeof(Real)),
                          KeptFields<Real>::plan(layout, settings, kernel, has_rho, has_alpha, 3, one).memory_bytes);
}

template <class Real>
CheckpointHistory<Real>::CheckpointHistory(std::shared_ptr<const Model<Real>> model, int threads, std::size_t samples,
                                           const StoreSettings& settings)
    : plan_(plan(model->data().layout, model->data().settings, model->data().kernel, !model->data().rho.empty(),
                 model->data().lossy || !model->data().loss.empty(), samples, settings)),
      kept_(model->data(), std::min(samples, plan_.block_steps + 2), in_memory(settings)) {
  if (plan_.blocks == 1) return;
  replay_ = std::make_unique<Fields<Real>>(std::move(model), threads);
  state_reals_ = replay_->state_reals();
  states_ = Buffer<Real>(plan_.states * state_reals_);
}

// Where the next state is saved on the way from a block whose state is held to the one that is recorded.
template <class Real>
std::size_t CheckpointHistory<Real>::next_checkpoint(std::size_t from, std::size_t target) const {
  if (from >= target || placed_.size() == plan_.states) return target;
  return from + revolve_split(target + 1 - from, plan_.states - placed_.size() + 1);
}

// Saves the state before step n where that is due on the way to `target`, which is recorded when it is reached.
template <class Real>
void CheckpointHistory<Real>::pass(std::size_t n, std::size_t target, Fields<Real>& fields) {
  if (!starts_block(n) || block_of(n) != next_ || next_ >= target) return;
  fields.save(states_.data() + placed_.size() * state_reals_);
  placed_.push_back(next_);
  next_ = next_checkpoint(next_, target);
}

template <class Real>
void CheckpointHistory<Real>::before_step(std::size_t n, Fields<Real>& fields, GradientSum<Real>& sum) {
  held_ = plan_.blocks - 1;
  if (n == 1) {
    placed_.clear();
    next_ = next_checkpoint(0, held_);
  }
  pass(n, held_, fields);
  if (block_of(n) == held_) sum.before_step(n, fields, kept_);
}

template <class Real>
void CheckpointHistory<Real>::after_step(std::size_t n, const Fields<Real>& fields, GradientSum<Real>& sum) {
  if (block_of(n) == held_) sum.after_step(n, fields, kept_);
}

template <class Real>
void CheckpointHistory<Real>::take_again(std::size_t target, GradientSum<Real>& sum,
                                         const std::function<void()>& stepped) {
  while (!placed_.empty() && placed_.back() > target) placed_.pop_back();
  const std::size_t from = placed_.empty() ? 0 : placed_.back();
  if (placed_.empty())
    replay_->clear();
  else
    replay_->load(states_.data() + (placed_.size() - 1) * state_reals_);
  next_ = next_checkpoint(from, target);
  for (std::size_t n = from * plan_.block_steps + 1; n <= (target + 1) * plan_.block_steps; ++n) {
    pass(n, target, *replay_);
    const bool recorded = block_of(n) == target;
    if (recorded) sum.before_step(n, *replay_, kept_);
    replay_->step();
    if (recorded) sum.after_step(n, *replay_, kept_);
    sum.sources().add(n, *replay_);
    stepped();
  }
  held_ = target;
}

template <class Real>
const KeptFields<Real>& CheckpointHistory<Real>::at(std::size_t n, GradientSum<Real>& sum,
                                                    const std::function<void()>& stepped) {
  if (block_of(n) != held_) take_again(block_of(n), sum, stepped);
  return kept_;
}

template <class Real>
std::uint64_t CheckpointHistory<Real>::bytes() const {
  return kept_.bytes() + states_.size() * sizeof(Real) + (replay_ ? propagator_bytes(replay_->model()) : 0);
}

template class CheckpointHistory<float>;
template class CheckpointHistory<double>;

}  // namespace stride::physics::acoustic
