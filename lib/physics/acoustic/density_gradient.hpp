// The part of the gradient that belongs to the density. Internal to physics/acoustic.
#pragma once

#include <array>
#include <cstddef>

#include "physics/acoustic/fields.hpp"

namespace stride::physics::acoustic {

// With L u = rho div((1/rho) grad u) and v the adjoint of L u times rho, a change of rho gives
//   v (L u) / rho per unit of the factor rho at the cell, and -(grad v) (grad u) per unit of 1/rho at a half point.
template <class Real>
class DensitySum {
 public:
  // Nothing is held, and add() is not to be called, where the medium has no density.
  DensitySum(const ModelData<Real>& model, int threads);

  // Adds weight times the products of `driver` with the field u that it met; `acceleration` is m L u. With `layer` the
  // second difference along an axis is driven by what that GeneralStep remembers too. The field holds the reach of the
  // stencil around the inner domain.
  void add(const Real* driver, const Real* u, const Real* acceleration, Real weight, GeneralStep<Real>* layer);
  // dJ/drho at a cell of the inner domain.
  double at(std::size_t i, std::size_t j, std::size_t k) const;

  // Fields that are held.
  static std::size_t fields(std::size_t dim) { return 1 + dim; }

 private:
  const ModelData<Real>* d_;
  int threads_;
  Buffer<Real> factor_;                 // of v m L u
  std::array<Buffer<Real>, 3> slopes_;  // by axis: of (dv)(du) at the half point behind each cell
};

extern template class DensitySum<float>;
extern template class DensitySum<double>;

}  // namespace stride::physics::acoustic
