#include "physics/acoustic/free_surface.hpp"

#include <algorithm>

namespace stride::physics::acoustic {

template <class Real>
FreeSurfaceImage<Real>::FreeSurfaceImage(const Layout& layout, const Settings& settings,
                                         const RowKernels<Real>& kernels)
    : layout_(&layout), kernels_(&kernels), surface_(settings.free_surface.has_value()) {
  if (!surface_) return;
  high_ = settings.free_surface->high;
  slot_ = layout.slot(settings.free_surface->axis);
}

// Cell -n takes the value of cell n + low_shift; on the high face N-1+n that of N-1-n + high_shift.
template <class Real>
void FreeSurfaceImage<Real>::image_in_row(Real* row, Real sign, std::ptrdiff_t low_shift,
                                          std::ptrdiff_t high_shift) const {
  const auto last = static_cast<std::ptrdiff_t>(layout_->row_length()) - 1;
  for (std::ptrdiff_t n = 1; n <= static_cast<std::ptrdiff_t>(layout_->reach); ++n) {
    const std::ptrdiff_t to = high_ ? last + n : -n;
    const std::ptrdiff_t from = high_ ? last - n + high_shift : n + low_shift;
    row[layout_->along_row(to)] = sign * row[layout_->along_row(from)];
  }
}

template <class Real>
void FreeSurfaceImage<Real>::image_of_row(Real* field, std::size_t i, std::size_t j, Real sign,
                                          std::ptrdiff_t low_shift, std::ptrdiff_t high_shift) const {
  const std::ptrdiff_t step = slot_ == 0 ? layout_->plane : layout_->pitch;
  const auto cell = static_cast<std::ptrdiff_t>(slot_ == 0 ? i : j);
  const auto last = static_cast<std::ptrdiff_t>(layout_->cells[slot_]) - 1;
  // from = n + low_shift or last - n + high_shift, hence:
  const std::ptrdiff_t n = high_ ? last + high_shift - cell : cell - low_shift;
  // On the surface the two sides cancel, but for rounding.
  if (n == 0 && sign < 0) std::fill_n(field + layout_->row(i, j), layout_->row_reals(), Real{});
  if (n < 1 || n > static_cast<std::ptrdiff_t>(layout_->reach)) return;
  const std::ptrdiff_t to = high_ ? last + n : -n;
  const Real* from = field + layout_->row(i, j);
  Real* image = field + layout_->row(i, j) + (to - cell) * step;
  const std::ptrdiff_t ghosts = layout_->split ? static_cast<std::ptrdiff_t>(layout_->reach * layout_->lanes) : 0;
  const auto reals = static_cast<std::ptrdiff_t>(layout_->row_reals());
  for (std::ptrdiff_t k = -ghosts; k < reals + ghosts; ++k) image[k] = sign * from[k];
}

template <class Real>
void FreeSurfaceImage<Real>::refresh_any(Real* field, std::size_t i, std::size_t j, Real sign, std::ptrdiff_t low_shift,
                                         std::ptrdiff_t high_shift) const {
  Real* row = field + layout_->row(i, j);
  const bool in_row = surface_ && slot_ == 2;
  // An image may lie in a pad cell that ghosts repeat, or in a ghost: before them and after them.
  if (in_row) image_in_row(row, sign, low_shift, high_shift);
  if (layout_->split) kernels_->refresh_ghosts(row, layout_->vectors);
  if (in_row && layout_->split) image_in_row(row, sign, low_shift, high_shift);
  if (surface_ && slot_ != 2) image_of_row(field, i, j, sign, low_shift, high_shift);
}

template <class Real>
void FreeSurfaceImage<Real>::refresh(Real* field, std::size_t i, std::size_t j, Real sign) const {
  refresh_any(field, i, j, sign, 0, 0);
}

// Entry k is the half point k + 1/2: -n is the image of n - 1, and N-1 + n - 1 that of N-1 - n.
template <class Real>
void FreeSurfaceImage<Real>::refresh_flux(Real* flux, std::size_t i, std::size_t j) const {
  refresh_any(flux, i, j, 1, -1, -1);
}

template class FreeSurfaceImage<float>;
template class FreeSurfaceImage<double>;

}  // namespace stride::physics::acoustic
