#include "physics/acoustic/general_step.hpp"

#include <algorithm>

#include "core/flush_denormals.hpp"
#include "physics/acoustic/row_loops.hpp"
#include "runtime/slabs.hpp"

namespace stride::physics::acoustic {

template <class Real>
GeneralStep<Real>::GeneralStep(const ModelData<Real>& data, const FreeSurfaceImage<Real>& surface, int threads)
    : d_(data), surface_(surface), threads_(threads), s_(data.layout.size) {
  const std::size_t size = d_.layout.size;
  if (d_.kernel == Kernel::ot4) s_half_ = Buffer<Real>(size);
  if (!d_.loss.empty()) s_before_ = Buffer<Real>(size);
  if (!d_.rho.empty()) flux_ = Buffer<Real>(size);
  if (!d_.pml) return;
  if (!d_.rho.empty()) axis_ = Buffer<Real>(size);
  for (std::size_t slot = 3 - d_.layout.dim; slot < 3; ++slot) memory_[slot] = {Buffer<Real>(size), Buffer<Real>(size)};
  const auto row = static_cast<std::size_t>(d_.layout.row_reals());
  for (std::size_t slot = 3 - d_.layout.dim; slot < 2; ++slot) {
    for (std::size_t cell = 0; cell < d_.layout.cells[slot]; ++cell) {
      a_[slot].insert(a_[slot].end(), row, static_cast<Real>(d_.pml->a[slot][cell]));
      b_[slot].insert(b_[slot].end(), row, static_cast<Real>(d_.pml->b[slot][cell]));
    }
  }
  a_[2].assign(row, 0);
  b_[2].assign(row, 0);
  for (std::size_t k = 0; k < d_.layout.row_length(); ++k) {
    const auto at = static_cast<std::size_t>(d_.layout.along_row(static_cast<std::ptrdiff_t>(k)));
    a_[2][at] = static_cast<Real>(d_.pml->a[2][k]);
    b_[2][at] = static_cast<Real>(d_.pml->b[2][k]);
  }
}

template <class Real>
template <class Act>
void GeneralStep<Real>::rows(const Act& act) const {
  const Layout& l = d_.layout;
  runtime::for_slabs(threads_, l.cells[1], [&](std::size_t begin, std::size_t end) {
    const FlushDenormals scope;
    for (std::size_t i = 0; i < l.cells[0]; ++i)
      for (std::size_t j = begin; j < end; ++j) act(i, j, l.row(i, j));
  });
}

template <class Real>
void GeneralStep<Real>::clear() {
  for (Buffer<Real>* field : {&s_before_, &memory_[0].psi, &memory_[0].zeta, &memory_[1].psi, &memory_[1].zeta,
                              &memory_[2].psi, &memory_[2].zeta})
    if (!field->empty()) std::fill_n(field->data(), field->size(), Real{});
}

template <class Real>
std::ptrdiff_t GeneralStep<Real>::step_of(std::size_t slot) const {
  if (slot == 0) return d_.layout.plane;
  return slot == 1 ? d_.layout.pitch : static_cast<std::ptrdiff_t>(d_.layout.row_step);
}

template <class Real>
Absorption<Real> GeneralStep<Real>::layer_at(std::size_t slot, std::size_t cell) const {
  const std::size_t at = slot == 2 ? 0 : cell * d_.layout.row_reals();
  return {a_[slot].data() + at, b_[slot].data() + at};
}

template <class Real>
Real GeneralStep<Real>::ratio(std::size_t slot) const {
  if (slot == 2) return 1;
  return slot == 1 ? d_.weights.y : d_.weights.x;
}

template <class Real>
void GeneralStep<Real>::second_differences(const Real* f, Real* s) {
  rows([&](std::size_t, std::size_t, std::size_t at) {
    RowWork<Real> work;
    work.f = f + at;
    work.out = s + at;
    work.m = d_.m.data() + at;
    work.count = d_.layout.row_reals();
    work.pitch = d_.layout.pitch;
    work.plane = d_.layout.plane;
    work.weights = &d_.weights;
    d_.kernels.run(RowMode::laplacian, work);
  });
}

template <class Real>
void GeneralStep<Real>::density_axis(const Real* f, Real* s, std::size_t slot, bool first) {
  const HalfWeights<Real> w(d_.layout.reach);
  const std::ptrdiff_t step = step_of(slot);
  const std::size_t reals = d_.layout.row_reals();
  rows([&](std::size_t i, std::size_t j, std::size_t at) {
    half_difference(f + at, flux_.data() + at, d_.lightness[slot].data() + at, reals, step, w);
    if (!surface_.idle()) surface_.refresh_flux(flux_.data(), i, j);
  });
  const Real scale = ratio(slot);
  rows([&](std::size_t, std::size_t, std::size_t at) {
    half_divergence(flux_.data() + at, s + at, d_.rho.data() + at, scale, reals, step, w, first);
  });
}

// Adds what the PML of one axis adds to s, and brings its memory a step further. `known` is the second difference along
// the axis where there is a density, else null: a layer that stretches another difference than the one that is stepped
// blows up.
template <class Real>
void GeneralStep<Real>::absorb(const Real* f, const Real* known, Real* s, std::size_t slot) {
  const Layout& l = d_.layout;
  const std::ptrdiff_t step = step_of(slot);
  const std::size_t reals = l.row_reals();
  const FirstWeights<Real> w1(l.reach);
  const SecondWeights<Real> w2(l.reach);
  Memory& memory = memory_[slot];
  const auto cell = [slot](std::size_t i, std::size_t j) { return slot == 0 ? i : j; };
  rows([&](std::size_t i, std::size_t j, std::size_t at) {
    if (slot == 2) {
      remember_slope(f + at, memory.psi.data() + at, layer_at(slot, 0), reals, step, w1);
      if (l.split) d_.kernels.refresh_ghosts(memory.psi.data() + at, l.vectors);
    } else if (d_.pml->acts(slot, cell(i, j))) {
      remember_slope(f + at, memory.psi.data() + at, layer_at(slot, cell(i, j)), reals, step, w1);
    }
  });
  const Real scale = ratio(slot);
  rows([&](std::size_t i, std::size_t j, std::size_t at) {
    if (slot != 2 && !d_.pml->near(slot, cell(i, j), l.reach)) return;
    const Absorption<Real> layer = layer_at(slot, slot == 2 ? 0 : cell(i, j));
    const Real* psi = memory.psi.data() + at;
    if (known != nullptr)
      remember_known_curvature(known + at, psi, memory.zeta.data() + at, s + at, layer, scale, reals, step, w1);
    else
      remember_curvature(f + at, psi, memory.zeta.data() + at, s + at, layer, scale, reals, step, w1, w2);
  });
}

template <class Real>
void GeneralStep<Real>::density_with_layer(const Real* f, Real* s) {
  const std::size_t first = 3 - d_.layout.dim;
  for (std::size_t slot = first; slot < 3; ++slot) {
    density_axis(f, axis_.data(), slot, true);
    rows([&](std::size_t, std::size_t, std::size_t at) {
      accumulate(axis_.data() + at, s + at, d_.layout.row_reals(), slot == first);
    });
    absorb(f, axis_.data(), s, slot);
  }
}

template <class Real>
void GeneralStep<Real>::spatial(const Real* f, Real* s) {
  if (d_.rho.empty()) {
    second_differences(f, s);
    return;
  }
  const std::size_t first = 3 - d_.layout.dim;
  for (std::size_t slot = first; slot < 3; ++slot) density_axis(f, s, slot, slot == first);
}

template <class Real>
void GeneralStep<Real>::step(const Real* now, Real* before, Real* half) {
  const std::size_t reals = d_.layout.row_reals();
  if (d_.pml && !d_.rho.empty()) {
    density_with_layer(now, s_.data());
  } else {
    spatial(now, s_.data());
    if (d_.pml)
      for (std::size_t slot = 3 - d_.layout.dim; slot < 3; ++slot) absorb(now, nullptr, s_.data(), slot);
  }
  const Real* loss = d_.loss.empty() ? nullptr : d_.loss.data();
  if (half != nullptr) {
    rows([&](std::size_t i, std::size_t j, std::size_t at) {
      multiply(s_.data() + at, d_.m.data() + at, half + at, reals);
      if (!surface_.idle()) surface_.refresh(half, i, j);
    });
    spatial(half, s_half_.data());
  }
  rows([&](std::size_t i, std::size_t j, std::size_t at) {
    Combine<Real> work;
    work.now = now + at;
    work.next = before + at;
    work.m = d_.m.data() + at;
    work.c1 = d_.c1.data() + at;
    work.c2 = d_.c2.data() + at;
    work.q = d_.q.data() + at;
    work.s = s_.data() + at;
    work.s_half = half == nullptr ? nullptr : s_half_.data() + at;
    work.loss = loss == nullptr ? nullptr : loss + at;
    work.s_before = loss == nullptr ? nullptr : s_before_.data() + at;
    work.count = reals;
    combine(work);
    if (!surface_.idle()) surface_.refresh(before, i, j);
  });
  if (loss != nullptr) std::swap(s_, s_before_);
}

template <class Real>
void GeneralStep<Real>::apply(const Real* f, Real* out) {
  spatial(f, s_.data());
  rows([&](std::size_t, std::size_t, std::size_t at) {
    multiply(s_.data() + at, d_.m.data() + at, out + at, d_.layout.row_reals());
  });
}

template class GeneralStep<float>;
template class GeneralStep<double>;

}  // namespace stride::physics::acoustic
