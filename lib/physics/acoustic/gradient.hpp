// The gradient of a loss of the traces of one shot, by the adjoint of the steps that were taken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/array.hpp"
#include "physics/acoustic/density_gradient.hpp"
#include "physics/acoustic/fields.hpp"
#include "physics/acoustic/injection.hpp"
#include "physics/acoustic/propagator.hpp"
#include "physics/acoustic/wavefield_store.hpp"

namespace stride::physics::acoustic {

// Cells around the inner domain that must be kept of each field.
struct KeptMargins {
  KeptMargins(const Layout& layout, const Settings& settings, Kernel kernel, bool has_rho);
  std::size_t acceleration, pressure;
};

// What is kept of a shot: accelerations, with attenuation the changes that it acts on, with density the pressure.
template <class Real>
struct KeptFields {
  KeptFields(const ModelData<Real>& model, std::size_t samples, const StoreSettings& settings);

  bool is_kept(std::size_t step) const { return acceleration.is_kept(step); }

  // In memory and on disk.
  std::uint64_t bytes() const { return acceleration.bytes() + change.bytes() + pressure.bytes(); }
  static StorePlan plan(const Layout& layout, const Settings& settings, Kernel kernel, bool has_rho, bool has_alpha,
                        std::size_t samples, const StoreSettings& store);

  WavefieldStore<Real> acceleration, change, pressure;
};

// The steps u+ = c1 u + c2 u- + q (m L u + ...) are their own transpose for the adjoint field times q m (q m rho with
// density), so that the same kernels run backwards in time; a PML and attenuation of power 2 have a transpose of their
// own for the same field (Fields::step_back). Each pair of the adjoint field after step n and the
// acceleration that acted in step n adds to dJ/dm; a field kept every k-th step has the weight k.
// Internal to physics/acoustic.
template <class Real>
class GradientSum {
 public:
  // `fields` are used as scratch when sources are set up.
  GradientSum(const ShotSetup& shot, Fields<Real>& fields, int threads);

  // Bytes that are held, scratch of steps back included.
  static std::uint64_t bytes(const Layout& layout, const Settings& settings, Kernel kernel, bool has_rho,
                             bool has_alpha);

  // While modelling: before step n, and after it but before its sources fire; what steps that `store` keeps need goes
  // there.
  void before_step(std::size_t n, Fields<Real>& fields, KeptFields<Real>& store);
  void after_step(std::size_t n, const Fields<Real>& fields, KeptFields<Real>& store);
  // While going back, from n = samples - 2 to 1: the adjoint field of what step n made is `fields.now()`.
  void add(std::size_t n, Fields<Real>& fields, const KeptFields<Real>& store);

  ShotGradient<Real> finish() const;
  const Injection<Real>& sources() const { return sources_; }

 private:
  template <class Act>
  void rows(const Act& act) const;
  void complete(std::size_t n, Fields<Real>& fields);
  void add_loss(std::size_t n, const Real* adjoint, const KeptFields<Real>& store);
  void add_density(std::size_t n, Fields<Real>& fields, const KeptFields<Real>& store, Real weight);
  void add_products(const Real* adjoint, Real weight, const Real* rows_kept);
  void add_at_sources(std::size_t n, const Real* adjoint, Real weight, const Real* rows_kept);
  const Real* rows_as_kept(std::size_t n, const KeptFields<Real>& store) const;
  Real acceleration_at(std::size_t at, const Real* rows_kept) const;
  void gather_series(std::size_t n, const Real* adjoint);
  void add_source_speed(Real* vp) const;
  Array<Real> wavelets() const;

  const ModelData<Real>* d_;
  int threads_;
  bool raw_;
  Injection<Real> sources_;
  std::vector<typename Injection<Real>::Share> by_cell_;  // shares of one cell stand together
  std::vector<std::vector<double>> series_gradient_;
  Buffer<Real> kept_;      // the acceleration m L u of a kept step, with raw sources
  Buffer<Real> twice_;     // OT4: m L of that; OT2, while modelling: the acceleration
  Buffer<Real> sum_;       // of adjoint times acceleration
  Buffer<Real> squares_;   // of (dt^2 p_tt)
  Buffer<Real> change_;    // what attenuation acts on: u+ - u-, with compat u+ - u; power 2: of L u since a step before
  Buffer<Real> loss_sum_;  // of adjoint times that
  Buffer<Real> pressure_;  // density: u of a kept step
  DensitySum<Real> density_;
};

extern template class GradientSum<float>;
extern template class GradientSum<double>;

}  // namespace stride::physics::acoustic
