// The forward field of one shot, from the steps that are modelled to the adjoint that passes them backwards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "physics/acoustic/gradient.hpp"

namespace stride::physics::acoustic {

// One caller at a time; it keeps its memory from shot to shot. Internal to physics/acoustic.
template <class Real>
class History {
 public:
  virtual ~History() = default;

  // While modelling, from n = 1 on: before step n, and after it but before its sources fire. `sum` is that of the shot.
  // Error(failed): what is kept does not fit on the disk.
  virtual void before_step(std::size_t n, Fields<Real>& fields, GradientSum<Real>& sum) = 0;
  virtual void after_step(std::size_t n, const Fields<Real>& fields, GradientSum<Real>& sum) = 0;
  // After the last step.
  virtual void finish(const Fields<Real>&) {}

  // Going back, from n = samples - 2 to 1: what is kept of step n, until the next call. `stepped` is called after each
  // step that is taken for it, and may throw.
  virtual const KeptFields<Real>& at(std::size_t n, GradientSum<Real>& sum, const std::function<void()>& stepped) = 0;

  // In memory.
  virtual std::uint64_t bytes() const = 0;
};

// The same steps at the same precision, in memory.
inline StoreSettings in_memory(StoreSettings settings) {
  settings.strategy = StoreStrategy::memory;
  return settings;
}

// Bytes of the fields that a history steps.
template <class Real>
std::uint64_t propagator_bytes(const ModelData<Real>& model);

// Error(usage): the strategy does not suit the shot. Error(failed): no scratch file can be made.
template <class Real>
std::unique_ptr<History<Real>> make_history(std::shared_ptr<const Model<Real>> model, int threads, std::size_t samples,
                                            const StoreSettings& settings);

// What such a history will hold, known before it is made.
template <class Real>
StorePlan plan_history(const Space& space, const Settings& settings, Kernel kernel, bool has_rho, bool has_alpha,
                       std::size_t samples, const StoreSettings& store);

}  // namespace stride::physics::acoustic
