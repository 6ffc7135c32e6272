// Steps the wave field of one shot and records what the receivers see.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "core/array.hpp"
#include "physics/acoustic/model.hpp"
#include "physics/acoustic/shot_setup.hpp"
#include "physics/acoustic/store_settings.hpp"

namespace stride::physics::acoustic {

// Asked now and then, from the thread that steps.
struct Monitor {
  // After each step: samples done so far; false stops the shot (Error(interrupted)). May be empty. While the gradient
  // takes forward steps again the number stays as it is.
  std::function<bool(std::size_t samples_done)> go_on;
  // Every `snapshot_every` steps (0: never): the pressure on the extended domain, C order, at sample n.
  std::size_t snapshot_every = 0;
  std::function<void(std::size_t sample, const Array<float>& pressure)> snapshot;
};

// With J the loss of a shot's traces; fields on the inner domain.
template <class Real>
struct ShotGradient {
  Array<Real> vp;              // dJ/dvp, per m/s; the extension of the edges, the sponge and the PML are held fixed
  Array<Real> rho;             // dJ/drho, per kg/m^3; empty where the medium has no density
  Array<Real> alpha;           // dJ/dalpha, per dB/cm; empty where the medium has no attenuation
  Array<Real> preconditioner;  // sum over steps of p_tt^2 (2/vp^3)^2: a Hessian's diagonal, up to a factor
  Array<Real> wavelets;        // (sources, samples): dJ/dw
};

template <class Real>
struct PropagatorData;

// Holds the wave fields of one shot at a time and may be used for many shots, one after another. One caller at a time;
// `threads` work within a step (in the caller's arena). The results do not depend on `threads`.
template <class Real>
class Propagator {
 public:
  Propagator(std::shared_ptr<const Model<Real>> model, int threads);
  ~Propagator();

  // Traces (receivers, samples). Sample n, n = 1 .. samples - 2, is the field after step n; samples 0 and last are
  // zero. Error(data): a point outside the inner domain (id, coordinates and limits are named) or, with linear
  // interpolation, on a free surface; a wavelet that is not finite (source and sample are named). Error(failed): the
  // field is no longer finite (shot and time are named).
  Array<Real> run(const ShotSetup& shot, const Monitor& monitor);

  // As run(), and keeps the wave field as `store` says until gradient() takes it. Error(usage): boundary_obstacle().
  // Error(failed): nothing can be written into the folder of `store`, or its disk is full.
  Array<Real> run_and_keep(const ShotSetup& shot, const Monitor& monitor, const StoreSettings& store);
  // Of the shot that was run last by run_and_keep(), once, from `residuals` (receivers, samples), the derivative of J
  // with respect to its traces. A field kept every k-th step counts k times. Error(failed): the adjoint field is no
  // longer finite.
  ShotGradient<Real> gradient(const ShotSetup& shot, Rows<const Real> residuals, const Monitor& monitor);

  // Grid points that one step updates.
  std::uint64_t points() const;

  // Bytes that run_and_keep() and gradient() hold in memory beyond what run() does.
  static std::uint64_t gradient_bytes(const Space& space, const Settings& settings, Kernel kernel, bool has_rho,
                                      bool has_alpha, std::size_t samples, const StoreSettings& store);
  // The part of them that `store` is answerable for, and what else it costs; nothing is allocated or opened. The
  // strategy must suit the shot.
  static StorePlan store_plan(const Space& space, const Settings& settings, Kernel kernel, bool has_rho, bool has_alpha,
                              std::size_t samples, const StoreSettings& store);

 private:
  std::unique_ptr<PropagatorData<Real>> data_;
};

extern template class Propagator<float>;
extern template class Propagator<double>;

}  // namespace stride::physics::acoustic
