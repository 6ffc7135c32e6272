// The step in whole sweeps, for what the fused row kernels do not hold: density, PML, attenuation of power 2.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/flush_subnormals.hpp"
#include "physics/acoustic/buffer.hpp"
#include "physics/acoustic/free_surface.hpp"
#include "physics/acoustic/model_data.hpp"
#include "physics/acoustic/row_loops.hpp"
#include "runtime/slabs.hpp"

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
  // Of the step just taken: m s, with the PML's terms, and s less that of the step before (attenuation of power 2).
  void last_acceleration(Real* out) const;
  void last_change(Real* out) const;
  // The transpose of step(), for the adjoint field times q m (q m rho with density): `before` becomes the adjoint field
  // one step earlier. clear() lies between steps and steps back.
  void step_back(const Real* now, Real* before);
  // What drives the next step back: the adjoint of s times rho. The field itself or a scratch, up to date.
  const Real* driver(const Real* now, const Real* before);
  // The same for the second difference along an axis, which a PML remembers: `driver` itself or a scratch.
  const Real* layered(const Real* driver, std::size_t slot);
  // Fields of scratch that the three above take when they are first called.
  static std::size_t scratch_back(const Settings& settings, Kernel kernel, bool has_rho, bool has_alpha);
  // out = m s(f), without the memory of a PML.
  void apply(const Real* f, Real* out);

 private:
  struct Memory {
    Buffer<Real> psi, zeta;
  };
  template <class Act>
  void rows(const Act& act) const {
    const Layout& l = d_.layout;
    runtime::for_slabs(threads_, l.cells[1], [&](std::size_t begin, std::size_t end) {
      const FlushSubnormals scope;
      for (std::size_t i = 0; i < l.cells[0]; ++i)
        for (std::size_t j = begin; j < end; ++j) act(i, j, l.row(i, j));
    });
  }
  void second_differences(const Real* f, Real* s);
  void density_axis(const Real* f, Real* s, std::size_t slot, bool first);
  bool open_face(std::size_t slot, bool high) const;
  void flux_beyond_row(const Real* f, Real* flux, const Real* rho) const;
  void flux_beyond_faces(const Real* f, std::size_t slot);
  void density_with_layer(const Real* f, Real* s);
  void absorb(const Real* f, const Real* known, Real* s, std::size_t slot);
  void spatial(const Real* f, Real* s);
  Combine<Real> combination(const Real* now, Real* before, std::size_t at) const;
  bool fourth_order() const { return d_.kernel == Kernel::ot4; }
  void layer_back(const Real* v, std::size_t slot);
  // Of the PML of an axis, at row (i, j); along the row itself all cells count as in it.
  bool acts(std::size_t slot, std::size_t i, std::size_t j) const;
  bool near(std::size_t slot, std::size_t i, std::size_t j) const;

  Absorption<Real> layer_at(std::size_t slot, std::size_t i, std::size_t j) const;
  std::ptrdiff_t step_of(std::size_t slot) const;
  Real ratio(std::size_t slot) const;

  const ModelData<Real>& d_;
  const FreeSurfaceImage<Real>& surface_;
  int threads_;
  Buffer<Real> s_, s_half_, s_before_, flux_;
  Buffer<Real> axis_;  // density and PML: what one axis gives to s; back: what drives the second difference along it
  Buffer<Real> driver_, lightened_;  // back: what drives the step; axis_ / rho
  // Back, psi holds what the slope leaves and zeta what the second difference does.
  std::array<Memory, 3> memory_;
  // a and b of the PML: along the row in its order, else a row of equal values for each cell of the axis.
  std::array<std::vector<Real>, 3> a_, b_;
};

extern template class GeneralStep<float>;
extern template class GeneralStep<double>;

}  // namespace stride::physics::acoustic
