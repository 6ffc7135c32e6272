// The cells of a frame around the inner domain, to and from a field.
#pragma once

#include <cstddef>
#include <vector>

#include "physics/acoustic/fields.hpp"

namespace stride::physics::acoustic {

// `width` cells outside of every face, edges and corners too, or as many as there are.
class BoundaryStrip {
 public:
  BoundaryStrip(const Layout& layout, std::size_t width);

  // Reals of one frame.
  std::size_t size() const { return size_; }
  template <class Real>
  void copy(const Real* field, Real* strip, int threads) const;
  // Into the field now, and into what repeats its rows elsewhere.
  template <class Real>
  void paste(const Real* strip, Fields<Real>& fields, int threads) const;

 private:
  // A row of cells [first, last), less the inner ones [gap, gap_end).
  struct Row {
    std::size_t plane, row, at;  // of the strip
    std::size_t gap, gap_end;
  };
  template <class Act>
  void each_part(const Row& row, const Act& act) const;

  Layout layout_;
  std::size_t first_ = 0, last_ = 0;
  std::vector<Row> rows_;
  std::size_t size_ = 0;
};

// Cells beyond the inner domain whose values a step of it reads.
std::size_t strip_width(const Layout& layout, Kernel kernel, bool has_rho);

}  // namespace stride::physics::acoustic
