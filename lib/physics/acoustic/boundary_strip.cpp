#include "physics/acoustic/boundary_strip.hpp"

#include <algorithm>

#include "runtime/slabs.hpp"

namespace stride::physics::acoustic {

// With density the flux reaches as far from a cell as a difference from the flux, half a cell short on both sides. OT4
// applies the operator twice.
std::size_t strip_width(const Layout& layout, Kernel kernel, bool has_rho) {
  const std::size_t once = has_rho ? 2 * layout.reach - 1 : layout.reach;
  return kernel == Kernel::ot4 ? 2 * once : once;
}

BoundaryStrip::BoundaryStrip(const Layout& l, std::size_t width) : layout_(l) {
  std::size_t first[3], last[3];
  for (std::size_t s = 0; s < 3; ++s) {
    first[s] = l.before[s] - std::min(width, l.before[s]);
    last[s] = l.before[s] + l.inner[s] + std::min(width, l.after[s]);
  }
  first_ = first[2];
  last_ = last[2];
  const auto inside = [&](std::size_t s, std::size_t cell) {
    return cell >= l.before[s] && cell < l.before[s] + l.inner[s];
  };
  for (std::size_t i = first[0]; i < last[0]; ++i)
    for (std::size_t j = first[1]; j < last[1]; ++j) {
      const bool inner = inside(0, i) && inside(1, j);
      const std::size_t gap = inner ? l.before[2] : last_, gap_end = inner ? gap + l.inner[2] : last_;
      if (gap - first_ + last_ - gap_end == 0) continue;
      rows_.push_back({i, j, size_, gap, gap_end});
      size_ += gap - first_ + last_ - gap_end;
    }
}

// Calls act(place in the strip, first cell, cells) for the parts of a row before and behind the gap.
template <class Act>
void BoundaryStrip::each_part(const Row& row, const Act& act) const {
  act(row.at, first_, row.gap - first_);
  act(row.at + row.gap - first_, row.gap_end, last_ - row.gap_end);
}

template <class Real>
void BoundaryStrip::copy(const Real* field, Real* strip, int threads) const {
  runtime::for_slabs(threads, rows_.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n)
      each_part(rows_[n], [&](std::size_t at, std::size_t cell, std::size_t cells) {
        const Real* from = field + layout_.row(rows_[n].plane, rows_[n].row);
        for (std::size_t k = 0; k < cells; ++k)
          strip[at + k] = from[layout_.along_row(static_cast<std::ptrdiff_t>(cell + k))];
      });
  });
}

template <class Real>
void BoundaryStrip::paste(const Real* strip, Fields<Real>& fields, int threads) const {
  Real* field = fields.now();
  runtime::for_slabs(threads, rows_.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      each_part(rows_[n], [&](std::size_t at, std::size_t cell, std::size_t cells) {
        Real* to = field + layout_.row(rows_[n].plane, rows_[n].row);
        for (std::size_t k = 0; k < cells; ++k)
          to[layout_.along_row(static_cast<std::ptrdiff_t>(cell + k))] = strip[at + k];
      });
      fields.refresh_row(field, rows_[n].plane, rows_[n].row);
    }
  });
}

template void BoundaryStrip::copy(const float*, float*, int) const;
template void BoundaryStrip::copy(const double*, double*, int) const;
template void BoundaryStrip::paste(const float*, Fields<float>&, int) const;
template void BoundaryStrip::paste(const double*, Fields<double>&, int) const;

}  // namespace stride::physics::acoustic
