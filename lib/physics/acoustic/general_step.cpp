#include "physics/acoustic/general_step.hpp"

#include <algorithm>

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
  for (std::size_t slot = d_.layout.first_slot(); slot < 3; ++slot)
    memory_[slot] = {Buffer<Real>(size), Buffer<Real>(size)};
  const auto row = static_cast<std::size_t>(d_.layout.row_reals());
  for (std::size_t slot = d_.layout.first_slot(); slot < 2; ++slot) {
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
std::vector<Buffer<Real>*> GeneralStep<Real>::memory() {
  std::vector<Buffer<Real>*> fields;
  for (Buffer<Real>* field : {&s_before_, &memory_[0].psi, &memory_[0].zeta, &memory_[1].psi, &memory_[1].zeta,
                              &memory_[2].psi, &memory_[2].zeta})
    if (!field->empty()) fields.push_back(field);
  return fields;
}

template <class Real>
void GeneralStep<Real>::clear() {
  for (Buffer<Real>* field : memory()) std::fill_n(field->data(), field->size(), Real{});
}

template <class Real>
std::ptrdiff_t GeneralStep<Real>::step_of(std::size_t slot) const {
  if (slot == 0) return d_.layout.plane;
  return slot == 1 ? d_.layout.pitch : static_cast<std::ptrdiff_t>(d_.layout.row_step);
}

template <class Real>
bool GeneralStep<Real>::acts(std::size_t slot, std::size_t i, std::size_t j) const {
  return slot == 2 || d_.pml->acts(slot, slot == 0 ? i : j);
}

template <class Real>
bool GeneralStep<Real>::near(std::size_t slot, std::size_t i, std::size_t j) const {
  return slot == 2 || d_.pml->near(slot, slot == 0 ? i : j, d_.layout.reach);
}

template <class Real>
Absorption<Real> GeneralStep<Real>::layer_at(std::size_t slot, std::size_t i, std::size_t j) const {
  const std::size_t at = slot == 2 ? 0 : (slot == 0 ? i : j) * d_.layout.row_reals();
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
    d_.kernels.run(RowMode::laplacian, d_.row_work(f, s, at, d_.layout.row_reals()));
  });
}

// A face beyond which the field is zero, not the image at a free surface.
template <class Real>
bool GeneralStep<Real>::open_face(std::size_t slot, bool high) const {
  const auto& surface = d_.settings.free_surface;
  return !surface || surface->high != high || d_.layout.slot(surface->axis) != slot;
}

// The flux at the half points outside the grid along a row, from the cells that their differences reach. Without it the
// operator is less stiff at the faces than the layer's, and the field grows there.
template <class Real>
void GeneralStep<Real>::flux_beyond_row(const Real* f, Real* flux, const Real* rho) const {
  const Layout& l = d_.layout;
  const HalfWeights<Real> w(l.reach);
  const auto reach = static_cast<std::ptrdiff_t>(l.reach), last = static_cast<std::ptrdiff_t>(l.row_length()) - 1;
  const auto value = [&](std::ptrdiff_t k) { return k < 0 || k > last ? Real{} : f[l.along_row(k)]; };
  for (std::ptrdiff_t q = 1; q <= reach; ++q) {
    Real low = 0, high = 0;
    for (std::ptrdiff_t r = q; r <= reach; ++r) low += w.w[r] * value(r - q);
    for (std::ptrdiff_t r = q + 1; r <= reach; ++r) high -= w.w[r] * value(last + q - r + 1);
    if (open_face(2, false)) flux[l.along_row(-q)] = low / rho[l.along_row(0)];
    if (open_face(2, true) && q < reach) flux[l.along_row(last + q)] = high / rho[l.along_row(last)];
  }
}

// The same across rows or planes.
template <class Real>
void GeneralStep<Real>::flux_beyond_faces(const Real* f, std::size_t slot) {
  const Layout& l = d_.layout;
  const HalfWeights<Real> w(l.reach);
  const std::ptrdiff_t step = step_of(slot);
  const auto reach = static_cast<std::ptrdiff_t>(l.reach), cells = static_cast<std::ptrdiff_t>(l.cells[slot]);
  const std::size_t reals = l.row_reals();
  const auto fill = [&](Real* flux, const Real* edge, std::ptrdiff_t inward, std::ptrdiff_t from, Real sign,
                        const Real* rho) {
    std::fill_n(flux, reals, Real{});
    for (std::ptrdiff_t r = from; r <= reach && r - from < cells; ++r)
      for (std::size_t k = 0; k < reals; ++k)
        flux[k] += sign * w.w[r] * edge[(r - from) * inward + static_cast<std::ptrdiff_t>(k)];
    for (std::size_t k = 0; k < reals; ++k)
      if (rho[k] != 0) flux[k] /= rho[k];
  };
  // The lines of cells along the axis that start in this row.
  const auto both_faces = [&](std::size_t at) {
    const std::ptrdiff_t last = (cells - 1) * step;
    const Real* row = f + at;
    for (std::ptrdiff_t q = 1; q <= reach; ++q) {
      Real* flux = flux_.data() + at;
      const Real* rho = d_.rho.data() + at;
      if (open_face(slot, false)) fill(flux - q * step, row, step, q, 1, rho);
      if (open_face(slot, true) && q < reach) fill(flux + last + q * step, row + last, -step, q + 1, -1, rho + last);
    }
  };
  const std::size_t lines = slot == 0 ? l.cells[1] : l.cells[0];
  runtime::for_slabs(threads_, lines, [&](std::size_t begin, std::size_t end) {
    const FlushSubnormals scope;
    for (std::size_t n = begin; n < end; ++n) both_faces(slot == 0 ? l.row(0, n) : l.row(n, 0));
  });
}

template <class Real>
void GeneralStep<Real>::density_axis(const Real* f, Real* s, std::size_t slot, bool first) {
  const HalfWeights<Real> w(d_.layout.reach);
  const std::ptrdiff_t step = step_of(slot);
  const std::size_t reals = d_.layout.row_reals();
  rows([&](std::size_t i, std::size_t j, std::size_t at) {
    Real* flux = flux_.data() + at;
    half_difference(f + at, flux, d_.lightness[slot].data() + at, reals, step, w);
    // Beyond the ends stand pad cells that ghosts repeat, and ghosts: before them and after them.
    if (slot == 2) flux_beyond_row(f + at, flux, d_.rho.data() + at);
    if (!surface_.idle()) surface_.refresh_flux(flux_.data(), i, j);
    if (slot == 2 && d_.layout.split) flux_beyond_row(f + at, flux, d_.rho.data() + at);
  });
  if (slot != 2) flux_beyond_faces(f, slot);
  const Real scale = ratio(slot);
  rows([&](std::size_t, std::size_t, std::size_t at) {
    half_divergence(flux_.data() + at, s + at, d_.rho.data() + at, scale, reals, step, w, first);
  });
}

// Adds what the PML of one axis adds to s, and brings its memory a step further. `known` is the second difference along
// the axis where there is a density, else null: a layer must stretch the difference that is stepped, not a stiffer one.
template <class Real>
void GeneralStep<Real>::absorb(const Real* f, const Real* known, Real* s, std::size_t slot) {
  const Layout& l = d_.layout;
  const std::ptrdiff_t step = step_of(slot);
  const std::size_t reals = l.row_reals();
  const FirstWeights<Real> w1(l.reach);
  const SecondWeights<Real> w2(l.reach);
  Memory& memory = memory_[slot];
  rows([&](std::size_t i, std::size_t j, std::size_t at) {
    if (!acts(slot, i, j)) return;
    remember_slope(f + at, memory.psi.data() + at, layer_at(slot, i, j), reals, step, w1);
    if (slot == 2 && l.split) d_.kernels.refresh_ghosts(memory.psi.data() + at, l.vectors);
  });
  const Real scale = ratio(slot);
  rows([&](std::size_t i, std::size_t j, std::size_t at) {
    if (!near(slot, i, j)) return;
    const Absorption<Real> layer = layer_at(slot, i, j);
    const Real* psi = memory.psi.data() + at;
    if (known != nullptr)
      remember_known_curvature(known + at, psi, memory.zeta.data() + at, s + at, layer, scale, reals, step, w1);
    else
      remember_curvature(f + at, psi, memory.zeta.data() + at, s + at, layer, scale, reals, step, w1, w2);
  });
}

template <class Real>
void GeneralStep<Real>::density_with_layer(const Real* f, Real* s) {
  const std::size_t first = d_.layout.first_slot();
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
  const std::size_t first = d_.layout.first_slot();
  for (std::size_t slot = first; slot < 3; ++slot) density_axis(f, s, slot, slot == first);
}

template <class Real>
Combine<Real> GeneralStep<Real>::combination(const Real* now, Real* before, std::size_t at) const {
  Combine<Real> work;
  work.now = now + at;
  work.next = before + at;
  work.m = d_.m.data() + at;
  work.c1 = d_.c1.data() + at;
  work.c2 = d_.c2.data() + at;
  work.q = d_.q.data() + at;
  work.s = s_.data() + at;
  work.count = d_.layout.row_reals();
  return work;
}

template <class Real>
void GeneralStep<Real>::step(const Real* now, Real* before, Real* half) {
  const std::size_t reals = d_.layout.row_reals();
  if (d_.pml && !d_.rho.empty()) {
    density_with_layer(now, s_.data());
  } else {
    spatial(now, s_.data());
    if (d_.pml)
      for (std::size_t slot = d_.layout.first_slot(); slot < 3; ++slot) absorb(now, nullptr, s_.data(), slot);
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
    Combine<Real> work = combination(now, before, at);
    work.s_half = half == nullptr ? nullptr : s_half_.data() + at;
    work.loss = loss == nullptr ? nullptr : loss + at;
    work.s_before = loss == nullptr ? nullptr : s_before_.data() + at;
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
