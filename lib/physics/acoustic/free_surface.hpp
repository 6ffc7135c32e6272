// Keeps up what repeats a field outside its cells: ghosts of split rows, and the odd image beyond a free surface.
#pragma once

#include <cstddef>

#include "physics/acoustic/layout.hpp"
#include "physics/acoustic/row_kernels.hpp"
#include "physics/acoustic/settings.hpp"

namespace stride::physics::acoustic {

template <class Real>
class FreeSurfaceImage {
 public:
  FreeSurfaceImage(const Layout& layout, const Settings& settings, const RowKernels<Real>& kernels);

  // Nothing to do after a row was written: rows have no ghosts and there is no free surface.
  bool idle() const { return !layout_->split && !surface_; }
  // After row (i, j) of `field` was written. `sign` is -1 for a pressure, +1 for its derivative across the surface.
  void refresh(Real* field, std::size_t i, std::size_t j, Real sign = -1) const;
  // The flux at half points k + 1/2 across the surface: even about it, one half point apart.
  void refresh_flux(Real* flux, std::size_t i, std::size_t j) const;

 private:
  void image_in_row(Real* row, Real sign, std::ptrdiff_t low_shift, std::ptrdiff_t high_shift) const;
  void image_of_row(Real* field, std::size_t i, std::size_t j, Real sign, std::ptrdiff_t low_shift,
                    std::ptrdiff_t high_shift) const;
  void refresh_any(Real* field, std::size_t i, std::size_t j, Real sign, std::ptrdiff_t low_shift,
                   std::ptrdiff_t high_shift) const;

  const Layout* layout_;
  const RowKernels<Real>* kernels_;
  bool surface_ = false;
  bool high_ = false;
  std::size_t slot_ = 0;
};

extern template class FreeSurfaceImage<float>;
extern template class FreeSurfaceImage<double>;

}  // namespace stride::physics::acoustic
