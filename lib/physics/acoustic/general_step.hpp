// The step in whole sweeps, for what the fused row kernels do not hold: density, PML, attenuation of power 2.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "physics/acoustic/buffer.hpp"
#include "physics/acoustic/free_surface.hpp"
#include "physics/acoustic/model_data.hpp"
#include "physics/acoustic/row_loops.hpp"

namespace stride::physics::acoustic {

// s = h_row^2 (Lap u, or rho div((1/rho) grad u), with the PML's terms), then u+ = c1 u + c2 u- + q (m s + ...).
template <class Real>
class GeneralStep {
 public:
  GeneralStep(const ModelData<Real>& data, const FreeSurfaceImage<Real>& surface, int threads);

  void clear();
  // What it remembers from step to step.
  std::vector<Buffer<Real>*> memory();
  // `before` becomes the next field. `half` is the scratch of OT4, or null for OT2.
  void step(const Real* now, Real* before, Real* half);
  // out = m s(f), without the memory of a PML.
  void apply(const Real* f, Real* out);

 private:
  struct Memory {
    Buffer<Real> psi, zeta;
  };
  template <class Act>
  void rows(const Act& act) const;
  void second_differences(const Real* f, Real* s);
  void density_axis(const Real* f, Real* s, std::size_t slot, bool first);
  bool open_face(std::size_t slot, bool high) const;
  void flux_beyond_row(const Real* f, Real* flux, const Real* rho) const;
  void flux_beyond_faces(const Real* f, std::size_t slot);
  void density_with_layer(const Real* f, Real* s);
  void absorb(const Real* f, const Real* known, Real* s, std::size_t slot);
  void spatial(const Real* f, Real* s);

  Absorption<Real> layer_at(std::size_t slot, std::size_t cell) const;
  std::ptrdiff_t step_of(std::size_t slot) const;
  Real ratio(std::size_t slot) const;

  const ModelData<Real>& d_;
  const FreeSurfaceImage<Real>& surface_;
  int threads_;
  Buffer<Real> s_, s_half_, s_before_, flux_;
  Buffer<Real> axis_;  // density and PML: what one axis gives to s
  std::array<Memory, 3> memory_;
  // a and b of the PML: along the row in its order, else a row of equal values for each cell of the axis.
  std::array<std::vector<Real>, 3> a_, b_;
};

extern template class GeneralStep<float>;
extern template class GeneralStep<double>;

}  // namespace stride::physics::acoustic
