// The transpose of the general step. With W what drives the second difference along an axis, that is v and what its
// PML remembers of it, and D1, D2 the first and second difference,
//   v = u + m/12 L u + loss/m (u - u_later),   z = b z + a v,   W = v + z,   p = b p + a D1 W,
//   u_earlier = c1 u + c2 u_later + q m (L v + sum over axes (D2 z + D1 p)),
// since D1 is odd. With density an axis gives rho div((1/rho) grad W) + rho D1 p, where p remembers D1 (W/rho).
#include <utility>

#include "physics/acoustic/general_step.hpp"

namespace stride::physics::acoustic {
namespace {

template <class Real>
Real* scratch(Buffer<Real>& buffer, std::size_t size) {
  if (buffer.empty()) buffer = Buffer<Real>(size);
  return buffer.data();
}

}  // namespace

template <class Real>
std::size_t GeneralStep<Real>::scratch_back(const Settings& settings, Kernel kernel, bool has_rho, bool has_alpha) {
  const bool pml = settings.boundary == Boundary::pml, squared = has_alpha && settings.attenuation_power == 2;
  const bool driven = squared || (kernel == Kernel::ot4 && (pml || has_rho));
  return (driven ? 1U : 0U) + (pml ? 1U : 0U);  // with a PML one of axis_ and lightened_: the other is there
}

template <class Real>
void GeneralStep<Real>::last_acceleration(Real* out) const {
  const Real* s = d_.loss.empty() ? s_.data() : s_before_.data();
  rows([&](std::size_t, std::size_t, std::size_t at) {
    multiply(s + at, d_.m.data() + at, out + at, d_.layout.row_reals());
  });
}

// The step leaves s in the place of the one before, and the one before in its place.
template <class Real>
void GeneralStep<Real>::last_change(Real* out) const {
  rows([&](std::size_t, std::size_t, std::size_t at) {
    const Real *s = s_before_.data() + at, *before = s_.data() + at;
    for (std::size_t k = 0; k < d_.layout.row_reals(); ++k) out[at + k] = s[k] - before[k];
  });
}

template <class Real>
const Real* GeneralStep<Real>::driver(const Real* now, const Real* before) {
  if (!fourth_order() && d_.loss.empty()) return now;
  Real* out = scratch(driver_, d_.layout.size);
  if (fourth_order()) spatial(now, s_.data());
  rows([&](std::size_t i, std::size_t j, std::size_t at) {
    Drive<Real> work;
    work.now = now + at;
    work.before = before + at;
    work.m = d_.m.data() + at;
    work.s = fourth_order() ? s_.data() + at : nullptr;
    work.loss = d_.loss.empty() ? nullptr : d_.loss.data() + at;
    work.out = out + at;
    work.count = d_.layout.row_reals();
    drive(work);
    if (!surface_.idle()) surface_.refresh(out, i, j);
  });
  return out;
}

template <class Real>
const Real* GeneralStep<Real>::layered(const Real* driver, std::size_t slot) {
  if (!d_.pml) return driver;
  Real* out = scratch(axis_, d_.layout.size);
  const Real* memory = memory_[slot].zeta.data();
  rows([&](std::size_t i, std::size_t j, std::size_t at) {
    // Without density nothing looks at it far from the layer.
    if (d_.rho.empty() && !near(slot, i, j)) return;
    add_layer(driver + at, memory + at, out + at, layer_at(slot, i, j), d_.layout.row_reals());
    if (!surface_.idle()) surface_.refresh(out, i, j);
  });
  return out;
}

// Brings the memory of a PML a step back and adds to s what it gives, but for the second difference of W with density.
template <class Real>
void GeneralStep<Real>::layer_back(const Real* v, std::size_t slot) {
  const Layout& l = d_.layout;
  const std::ptrdiff_t step = step_of(slot);
  const std::size_t reals = l.row_reals();
  const FirstWeights<Real> w1(l.reach);
  const SecondWeights<Real> w2(l.reach);
  Real *p = memory_[slot].psi.data(), *z = memory_[slot].zeta.data();
  const bool dense = !d_.rho.empty(), ghosts = slot == 2 && l.split;
  const Real* bent = axis_.data();
  if (dense) {
    Real* light = scratch(lightened_, l.size);
    rows([&](std::size_t i, std::size_t j, std::size_t at) {
      if (!near(slot, i, j)) return;
      divide(bent + at, d_.rho.data() + at, light + at, reals);
      if (!surface_.idle()) surface_.refresh(light, i, j);
    });
    bent = light;
  }
  rows([&](std::size_t i, std::size_t j, std::size_t at) {
    if (!acts(slot, i, j)) return;
    const Absorption<Real> layer = layer_at(slot, i, j);
    remember_field(v + at, z + at, layer, reals);
    remember_slope(bent + at, p + at, layer, reals, step, w1);
    if (!ghosts) return;
    d_.kernels.refresh_ghosts(z + at, l.vectors);
    d_.kernels.refresh_ghosts(p + at, l.vectors);
  });
  const Real scale = ratio(slot);
  rows([&](std::size_t i, std::size_t j, std::size_t at) {
    if (!near(slot, i, j)) return;
    if (dense)
      add_slope(p + at, s_.data() + at, d_.rho.data() + at, scale, reals, step, w1);
    else
      add_differences(z + at, p + at, s_.data() + at, scale, reals, step, w1, w2);
  });
}

template <class Real>
void GeneralStep<Real>::step_back(const Real* now, Real* before) {
  const Real* v = driver(now, before);
  const std::size_t first = d_.layout.first_slot();
  if (!d_.pml || d_.rho.empty()) spatial(v, s_.data());
  if (d_.pml)
    for (std::size_t slot = first; slot < 3; ++slot) {
      const Real* w = layered(v, slot);
      if (!d_.rho.empty()) density_axis(w, s_.data(), slot, slot == first);
      layer_back(v, slot);
    }
  rows([&](std::size_t i, std::size_t j, std::size_t at) {
    combine(combination(now, before, at));
    if (!surface_.idle()) surface_.refresh(before, i, j);
  });
}

template std::size_t GeneralStep<float>::scratch_back(const Settings&, Kernel, bool, bool);
template std::size_t GeneralStep<double>::scratch_back(const Settings&, Kernel, bool, bool);
template void GeneralStep<float>::last_acceleration(float*) const;
template void GeneralStep<double>::last_acceleration(double*) const;
template void GeneralStep<float>::last_change(float*) const;
template void GeneralStep<double>::last_change(double*) const;
template const float* GeneralStep<float>::driver(const float*, const float*);
template const double* GeneralStep<double>::driver(const double*, const double*);
template const float* GeneralStep<float>::layered(const float*, std::size_t);
template const double* GeneralStep<double>::layered(const double*, std::size_t);
template void GeneralStep<float>::layer_back(const float*, std::size_t);
template void GeneralStep<double>::layer_back(const double*, std::size_t);
template void GeneralStep<float>::step_back(const float*, float*);
template void GeneralStep<double>::step_back(const double*, double*);

}  // namespace stride::physics::acoustic
