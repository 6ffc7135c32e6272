// Loops over one row for the general step. `step` is the distance in reals to the neighbour along the axis that is
// differenced; pointers stand at the first cell of the row. Each has the same bits on every processor.
#pragma once

#include <cstddef>

#include "physics/acoustic/stencil.hpp"

namespace stride::physics::acoustic {

// The weights of one kind of difference, in the precision that is stepped.
template <class Real>
struct RowWeights {
  RowWeights(const Weights& from, std::size_t reach_cells) : reach(reach_cells) {
    for (std::size_t k = 0; k <= reach; ++k) w[k] = static_cast<Real>(from[k]);
  }
  Real w[max_reach + 1] = {};
  std::size_t reach;
};
template <class Real>
struct HalfWeights : RowWeights<Real> {
  explicit HalfWeights(std::size_t reach_cells) : RowWeights<Real>(half_derivative(reach_cells), reach_cells) {}
};
template <class Real>
struct FirstWeights : RowWeights<Real> {
  explicit FirstWeights(std::size_t reach_cells) : RowWeights<Real>(first_derivative(reach_cells), reach_cells) {}
};
template <class Real>
struct SecondWeights : RowWeights<Real> {
  explicit SecondWeights(std::size_t reach_cells) : RowWeights<Real>(second_derivative(reach_cells), reach_cells) {}
};

// flux[k] = b[k] (df at k + 1/2).
void half_difference(const float* f, float* flux, const float* b, std::size_t count, std::ptrdiff_t step,
                     const HalfWeights<float>& w);
void half_difference(const double* f, double* flux, const double* b, std::size_t count, std::ptrdiff_t step,
                     const HalfWeights<double>& w);

// s[k] (+)= scale rho[k] (dflux at k), flux[k] standing at k + 1/2; `first` sets, else adds.
void half_divergence(const float* flux, float* s, const float* rho, float scale, std::size_t count, std::ptrdiff_t step,
                     const HalfWeights<float>& w, bool first);
void half_divergence(const double* flux, double* s, const double* rho, double scale, std::size_t count,
                     std::ptrdiff_t step, const HalfWeights<double>& w, bool first);

// Of a PML: a and b of each cell of the row.
template <class Real>
struct Absorption {
  const Real* a = nullptr;
  const Real* b = nullptr;
};
// psi = b psi + a df.
void remember_slope(const float* f, float* psi, Absorption<float> layer, std::size_t count, std::ptrdiff_t step,
                    const FirstWeights<float>& w);
void remember_slope(const double* f, double* psi, Absorption<double> layer, std::size_t count, std::ptrdiff_t step,
                    const FirstWeights<double>& w);
// t = d2f + dpsi; zeta = b zeta + a t; s += scale (dpsi + zeta).
void remember_curvature(const float* f, const float* psi, float* zeta, float* s, Absorption<float> layer, float scale,
                        std::size_t count, std::ptrdiff_t step, const FirstWeights<float>& w1,
                        const SecondWeights<float>& w2);
void remember_curvature(const double* f, const double* psi, double* zeta, double* s, Absorption<double> layer,
                        double scale, std::size_t count, std::ptrdiff_t step, const FirstWeights<double>& w1,
                        const SecondWeights<double>& w2);

// The same for a second difference d2 that is known, in the units of s: t = d2 + scale dpsi; zeta = b zeta + a t;
// s += scale dpsi + zeta.
void remember_known_curvature(const float* d2, const float* psi, float* zeta, float* s, Absorption<float> layer,
                              float scale, std::size_t count, std::ptrdiff_t step, const FirstWeights<float>& w);
void remember_known_curvature(const double* d2, const double* psi, double* zeta, double* s, Absorption<double> layer,
                              double scale, std::size_t count, std::ptrdiff_t step, const FirstWeights<double>& w);

// What the transposes of the two above are made of, for v, what drives the adjoint field, and z, what it leaves in a
// layer: w = v + (b z + a v), and z = b z + a v.
void add_layer(const float* v, const float* z, float* w, Absorption<float> layer, std::size_t count);
void add_layer(const double* v, const double* z, double* w, Absorption<double> layer, std::size_t count);
void remember_field(const float* v, float* z, Absorption<float> layer, std::size_t count);
void remember_field(const double* v, double* z, Absorption<double> layer, std::size_t count);
// s += scale (d2z + dp).
void add_differences(const float* z, const float* p, float* s, float scale, std::size_t count, std::ptrdiff_t step,
                     const FirstWeights<float>& w1, const SecondWeights<float>& w2);
void add_differences(const double* z, const double* p, double* s, double scale, std::size_t count, std::ptrdiff_t step,
                     const FirstWeights<double>& w1, const SecondWeights<double>& w2);
// s += scale rho dp.
void add_slope(const float* p, float* s, const float* rho, float scale, std::size_t count, std::ptrdiff_t step,
               const FirstWeights<float>& w);
void add_slope(const double* p, double* s, const double* rho, double scale, std::size_t count, std::ptrdiff_t step,
               const FirstWeights<double>& w);

// sum[k] += scale (df at k + 1/2) (dg at k + 1/2).
void add_slope_products(const float* f, const float* g, float* sum, float scale, std::size_t count, std::ptrdiff_t step,
                        const HalfWeights<float>& w);
void add_slope_products(const double* f, const double* g, double* sum, double scale, std::size_t count,
                        std::ptrdiff_t step, const HalfWeights<double>& w);

// s = d2, or s += d2 where not `first`.
void accumulate(const float* d2, float* s, std::size_t count, bool first);
void accumulate(const double* d2, double* s, std::size_t count, bool first);

// out = a b.
void multiply(const float* a, const float* b, float* out, std::size_t count);
void multiply(const double* a, const double* b, double* out, std::size_t count);

// out = a / b, 0 where b is 0.
void divide(const float* a, const float* b, float* out, std::size_t count);
void divide(const double* a, const double* b, double* out, std::size_t count);

// out = now + m/12 s + loss/m (now - before); null pointers of s and loss leave their term out.
template <class Real>
struct Drive {
  const Real* now = nullptr;
  const Real* before = nullptr;
  const Real* m = nullptr;
  const Real* s = nullptr;
  const Real* loss = nullptr;
  Real* out = nullptr;
  std::size_t count = 0;
};
void drive(const Drive<float>& work);
void drive(const Drive<double>& work);

// next = c1 now + c2 next + q (m s + m/12 s_half + loss (s - s_before)); null pointers leave their term out.
template <class Real>
struct Combine {
  const Real* now = nullptr;
  Real* next = nullptr;
  const Real* m = nullptr;
  const Real* c1 = nullptr;
  const Real* c2 = nullptr;
  const Real* q = nullptr;
  const Real* s = nullptr;
  const Real* s_half = nullptr;
  const Real* loss = nullptr;
  const Real* s_before = nullptr;
  std::size_t count = 0;
};
void combine(const Combine<float>& work);
void combine(const Combine<double>& work);

}  // namespace stride::physics::acoustic
