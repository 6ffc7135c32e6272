// Holds a few full states of a shot and takes the steps between them again.
#pragma once

#include <memory>
#include <vector>

#include "physics/acoustic/checkpoint_plan.hpp"
#include "physics/acoustic/history.hpp"

namespace stride::physics::acoustic {

// Steps are taken again as they were taken first, so that what is kept has the same bits as StoreStrategy::memory.
template <class Real>
class CheckpointHistory : public History<Real> {
 public:
  CheckpointHistory(std::shared_ptr<const Model<Real>> model, int threads, std::size_t samples,
                    const StoreSettings& settings);

  void before_step(std::size_t n, Fields<Real>& fields, GradientSum<Real>& sum) override;
  void after_step(std::size_t n, const Fields<Real>& fields, GradientSum<Real>& sum) override;
  const KeptFields<Real>& at(std::size_t n, GradientSum<Real>& sum, const std::function<void()>& stepped) override;
  std::uint64_t bytes() const override;

  static CheckpointPlan plan(const Layout& layout, const Settings& settings, Kernel kernel, bool has_rho,
                             bool has_alpha, std::size_t samples, const StoreSettings& store);

 private:
  std::size_t block_of(std::size_t n) const { return (n - 1) / plan_.block_steps; }
  bool starts_block(std::size_t n) const { return (n - 1) % plan_.block_steps == 0; }
  std::size_t next_checkpoint(std::size_t from, std::size_t target) const;
  void pass(std::size_t n, std::size_t target, Fields<Real>& fields);
  void take_again(std::size_t target, GradientSum<Real>& sum, const std::function<void()>& stepped);

  CheckpointPlan plan_;
  KeptFields<Real> kept_;  // of one block
  std::size_t held_ = 0;   // which one
  std::size_t state_reals_ = 0;
  Buffer<Real> states_;                   // of the blocks in `placed_`
  std::vector<std::size_t> placed_;       // blocks before which a state was saved, in order
  std::size_t next_ = 0;                  // the block before which the next one will be
  std::unique_ptr<Fields<Real>> replay_;  // none where one block holds all
};

extern template class CheckpointHistory<float>;
extern template class CheckpointHistory<double>;

}  // namespace stride::physics::acoustic
