// An optimiser for a model that is replicated on workers: gradients are summed, parameters are published.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/array.hpp"
#include "optimisation/optimiser/optimiser.hpp"
#include "runtime/data_parallel.hpp"
#include "runtime/tree_sum.hpp"

namespace stride::optimisation {

// Wraps any optimiser. setup registers two hooks with it: DataParallelCumulateGradients (pre, before all others) puts
// the sum of the items' gradients in the root's place, added in a fixed binary tree over the items' positions, so that
// its bits depend neither on the number of workers nor on which of them ran what; DataParallelUpdateModelParams (post,
// after all others) copies the root's parameters to every replica. An iteration is: start_batch, add_gradient for each
// item (by any thread), update. All other members are for one thread at a time. A skipped update uses its batch up.
template <class Real>
class DataParallelOptimiser {
 public:
  static constexpr const char* cumulate_gradients = "DataParallelCumulateGradients";
  static constexpr const char* update_model_params = "DataParallelUpdateModelParams";

  explicit DataParallelOptimiser(std::unique_ptr<Optimiser<Real>> wrapped) : wrapped_(std::move(wrapped)) {}
  DataParallelOptimiser(const DataParallelOptimiser&) = delete;  // the hooks know where it is
  DataParallelOptimiser& operator=(const DataParallelOptimiser&) = delete;

  // The parameters of all replicas, the root's first; lent. Replicas get the root's at once. Error(usage) when there
  // are none, shapes differ, or the optimiser has a foreign hook of one of the two names.
  void setup(std::vector<Array<Real>*> replicas);
  // The same for a replicated operator whose params() is an Array<Real>&.
  template <class Operator>
  void setup(runtime::DataParallel<Operator>& model) {
    std::vector<Array<Real>*> replicas;
    for (std::size_t w = 0; w < model.workers(); ++w) replicas.push_back(&model.replica(w).params());
    setup(std::move(replicas));
  }

  // Begins a batch; what was left of the last one is dropped.
  void start_batch(std::size_t items) { sum_ = std::make_unique<runtime::TreeSum<Array<Real>>>(items); }
  // The gradient of the item at that position of the batch, times loss_scale(). Any thread.
  void add_gradient(std::size_t position, Array<Real> gradient) { batch().add(position, std::move(gradient)); }
  // The item gives no gradient (a shot in quarantine). Any thread.
  void leave_out(std::size_t position) { batch().leave_out(position); }

  // See Optimiser::update. Error(failed) when an item is missing or none gave a gradient; Error(usage) before setup,
  // and when no batch was started.
  bool update(double step) { return wrapped_->update(step); }
  bool update(const typename Optimiser<Real>::ChooseStep& choose) { return wrapped_->update(choose); }

  // Handed on to the wrapped optimiser; described there.
  Optimiser<Real>& wrapped() { return *wrapped_; }
  const std::string& name() const { return wrapped_->name(); }
  const std::map<std::string, std::string>& init_kwargs() const { return wrapped_->init_kwargs(); }
  const Target<Real>& target() const { return wrapped_->target(); }
  void add_hook(Hook<Real> hook) { wrapped_->add_hook(std::move(hook)); }
  void remove_hook(const std::string& hook) { wrapped_->remove_hook(hook); }
  void call_hooks(Timing timing, Update<Real>& update) const { wrapped_->call_hooks(timing, update); }
  std::uint64_t updates() const { return wrapped_->updates(); }
  std::uint64_t skipped_updates() const { return wrapped_->skipped_updates(); }
  std::uint64_t epoch() const { return wrapped_->epoch(); }
  void new_epoch() { wrapped_->new_epoch(); }
  void use_auto_new_epoch(std::uint64_t updates) { wrapped_->use_auto_new_epoch(updates); }
  void loss_scaling(std::uint64_t interval = 1000, std::optional<double> scale = std::nullopt) {
    wrapped_->loss_scaling(interval, scale);
  }
  void set_loss_scale(double scale) { wrapped_->set_loss_scale(scale); }
  double loss_scale() const { return wrapped_->loss_scale(); }
  void update_loss_scale() { wrapped_->update_loss_scale(); }
  bool check_nan_in_grads(const Array<Real>& gradient) { return wrapped_->check_nan_in_grads(gradient); }
  bool is_safe_to_update() const { return wrapped_->is_safe_to_update(); }
  std::string serialize() const { return wrapped_->serialize(); }
  void deserialize(std::string_view bytes, const Shape& shape = {}) { wrapped_->deserialize(bytes, shape); }

 private:
  runtime::TreeSum<Array<Real>>& batch() const;
  void cumulate(Update<Real>& update);
  void publish(const Array<Real>& parameters);

  std::unique_ptr<Optimiser<Real>> wrapped_;
  std::vector<Array<Real>*> replicas_;
  Array<Real> gradient_;  // the root's
  std::unique_ptr<runtime::TreeSum<Array<Real>>> sum_;
};

}  // namespace stride::optimisation
