#include "physics/acoustic/density_gradient.hpp"

#include "core/flush_subnormals.hpp"
#include "runtime/slabs.hpp"

namespace stride::physics::acoustic {

template <class Real>
DensitySum<Real>::DensitySum(const ModelData<Real>& model, int threads) : d_(&model), threads_(threads) {
  if (d_->rho.empty()) return;
  factor_ = Buffer<Real>(d_->layout.size);
  for (std::size_t slot = d_->layout.first_slot(); slot < 3; ++slot) slopes_[slot] = Buffer<Real>(d_->layout.size);
}

template <class Real>
void DensitySum<Real>::add(const Real* driver, const Real* u, const Real* acceleration, Real weight,
                           GeneralStep<Real>* layer) {
  const Layout& l = d_->layout;
  const HalfWeights<Real> w(l.reach);
  const std::size_t reals = l.row_reals();
  // From one cell before the inner domain: its half points count for the first cells.
  const auto first = [&](std::size_t slot) { return l.before[slot] - (l.before[slot] > 0 ? 1 : 0); };
  const auto rows = [&](const auto& act) {
    runtime::for_slabs(threads_, l.before[1] + l.inner[1] - first(1), [&](std::size_t begin, std::size_t end) {
      const FlushSubnormals scope;
      for (std::size_t i = first(0); i < l.before[0] + l.inner[0]; ++i)
        for (std::size_t j = begin; j < end; ++j) act(l.row(i, first(1) + j));
    });
  };
  for (std::size_t slot = l.first_slot(); slot < 3; ++slot) {
    const Real* v = layer == nullptr ? driver : layer->layered(driver, slot);
    const std::ptrdiff_t step = slot == 0 ? l.plane : slot == 1 ? l.pitch : static_cast<std::ptrdiff_t>(l.row_step);
    const Real scale = weight * (slot == 2 ? Real(1) : slot == 1 ? d_->weights.y : d_->weights.x);
    rows([&](std::size_t at) { add_slope_products(v + at, u + at, slopes_[slot].data() + at, scale, reals, step, w); });
  }
  rows([&](std::size_t at) {
    const Real *v = driver + at, *a = acceleration + at;
    Real* sum = factor_.data() + at;
    for (std::size_t k = 0; k < reals; ++k) sum[k] += weight * (v[k] * a[k]);
  });
}

// 1/rho of a half point is the mean of its two cells', with compat_stride that of the cell before it. Beyond a free
// surface stands the image of what lies inside, which is counted there.
template <class Real>
double DensitySum<Real>::at(std::size_t i, std::size_t j, std::size_t k) const {
  const Layout& l = d_->layout;
  const std::array<std::size_t, 3> cell{i, j, k};
  const std::size_t here = l.offset(i, j, k);
  const auto& surface = d_->settings.free_surface;
  double sum = 0;
  for (std::size_t slot = l.first_slot(); slot < 3; ++slot) {
    const bool mirrored = surface && surface->high && l.slot(surface->axis) == slot && cell[slot] + 1 == l.cells[slot];
    const double behind = mirrored ? 0 : static_cast<double>(slopes_[slot][here]);
    if (d_->settings.compat_stride) {
      sum += behind;
      continue;
    }
    std::array<std::size_t, 3> previous = cell;
    if (cell[slot] > 0) --previous[slot];
    const double ahead =
        cell[slot] == 0 ? 0 : static_cast<double>(slopes_[slot][l.offset(previous[0], previous[1], previous[2])]);
    sum += 0.5 * (behind + ahead);
  }
  const double rho = static_cast<double>(d_->rho[here]);
  return (static_cast<double>(factor_[here]) / static_cast<double>(d_->m[here]) + sum) / (rho * rho);
}

template class DensitySum<float>;
template class DensitySum<double>;

}  // namespace stride::physics::acoustic
