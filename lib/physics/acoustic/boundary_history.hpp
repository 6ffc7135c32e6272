// Holds the frame around the inner domain at every step, and steps what it encloses back in time.
#pragma once

#include <algorithm>
#include <memory>

#include "physics/acoustic/boundary_strip.hpp"
#include "physics/acoustic/history.hpp"

namespace stride::physics::acoustic {

// Nothing damps inside the frame, so that a step taken from the two latest fields in the opposite order, less what the
// sources fired, leads to the field before them, but for rounding. Outside the frame the field that is stepped back
// means nothing.
template <class Real>
class BoundaryHistory : public History<Real> {
 public:
  // Error(usage): boundary_obstacle().
  BoundaryHistory(const std::shared_ptr<const Model<Real>>& model, int threads, std::size_t samples,
                  const StoreSettings& settings);

  void before_step(std::size_t n, Fields<Real>& fields, GradientSum<Real>& sum) override;
  void after_step(std::size_t, const Fields<Real>&, GradientSum<Real>&) override {}
  void finish(const Fields<Real>& fields) override;
  const KeptFields<Real>& at(std::size_t n, GradientSum<Real>& sum, const std::function<void()>& stepped) override;
  std::uint64_t bytes() const override;

  // Without the bytes of the fields that are stepped back.
  static StorePlan plan(const Layout& layout, const Settings& settings, Kernel kernel, bool has_rho,
                        std::size_t samples, const StoreSettings& store);

 private:
  // Fields whose frames are kept: those after steps 1 .. samples - 4.
  static std::size_t frames(std::size_t samples) { return samples < 5 ? 0 : samples - 4; }
  // A record in which one step is kept: that which the adjoint passes.
  static std::size_t one_step(std::size_t samples, const StoreSettings& store) {
    return std::min(samples, store.undersample + 2);
  }

  int threads_;
  BoundaryStrip strip_;
  std::size_t frames_;
  Buffer<Real> kept_frames_;
  std::size_t first_kept_;
  KeptFields<Real> kept_;
  Fields<Real> back_;
};

extern template class BoundaryHistory<float>;
extern template class BoundaryHistory<double>;

}  // namespace stride::physics::acoustic
