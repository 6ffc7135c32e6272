#include "physics/acoustic/row_loops.hpp"

#include "core/simd.hpp"

namespace stride::physics::acoustic {
namespace {

// Cells at a time, so that their sums stay at hand.
constexpr std::size_t piece = 64;

// sum[k] = sum over r of w[r] (up[k + (r - 1) step] - down[k - (r - 1) step]).
template <class Real>
[[gnu::always_inline]] inline void sum_differences(const Real* up, const Real* down, std::ptrdiff_t step,
                                                   const RowWeights<Real>& w, std::size_t cells, Real (&sum)[piece]) {
  for (std::size_t k = 0; k < cells; ++k) sum[k] = 0;
  for (std::size_t r = 1; r <= w.reach; ++r, up += step, down -= step) {
    const Real weight = w.w[r];
    for (std::size_t k = 0; k < cells; ++k) sum[k] += weight * (up[k] - down[k]);
  }
}

template <class Real>
[[gnu::always_inline]] inline void second_difference(const Real* f, std::size_t cells, std::ptrdiff_t step,
                                                     const SecondWeights<Real>& w, Real (&second)[piece]) {
  for (std::size_t k = 0; k < cells; ++k) second[k] = w.w[0] * f[k];
  for (std::size_t r = 1; r <= w.reach; ++r) {
    const std::ptrdiff_t far = static_cast<std::ptrdiff_t>(r) * step;
    const Real* above = f + far;
    const Real* below = f - far;
    for (std::size_t k = 0; k < cells; ++k) second[k] += w.w[r] * (above[k] + below[k]);
  }
}

template <class Real>
[[gnu::always_inline]] inline void difference(const Real* f, Real* flux, const Real* b, std::size_t count,
                                              std::ptrdiff_t step, const HalfWeights<Real>& w) {
  for (std::size_t k = 0; k < count; ++k) flux[k] = w.w[1] * (f[static_cast<std::ptrdiff_t>(k) + step] - f[k]);
  for (std::size_t r = 2; r <= w.reach; ++r) {
    const auto n = static_cast<std::ptrdiff_t>(r);
    const Real* above = f + n * step;
    const Real* below = f - (n - 1) * step;
    const Real weight = w.w[r];
    for (std::size_t k = 0; k < count; ++k) flux[k] += weight * (above[k] - below[k]);
  }
  for (std::size_t k = 0; k < count; ++k) flux[k] *= b[k];
}

template <class Real>
[[gnu::always_inline]] inline void divergence(const Real* flux, Real* s, const Real* rho, Real scale, std::size_t count,
                                              std::ptrdiff_t step, const HalfWeights<Real>& w, bool first) {
  for (std::size_t from = 0; from < count; from += piece) {
    const std::size_t cells = count - from < piece ? count - from : piece;
    Real sum[piece];
    sum_differences(flux + from, flux + from - step, step, w, cells, sum);
    if (first)
      for (std::size_t k = 0; k < cells; ++k) s[from + k] = scale * rho[from + k] * sum[k];
    else
      for (std::size_t k = 0; k < cells; ++k) s[from + k] += scale * rho[from + k] * sum[k];
  }
}

template <class Real>
[[gnu::always_inline]] inline void slope(const Real* f, Real* psi, Absorption<Real> layer, std::size_t count,
                                         std::ptrdiff_t step, const FirstWeights<Real>& w) {
  for (std::size_t from = 0; from < count; from += piece) {
    const std::size_t cells = count - from < piece ? count - from : piece;
    Real sum[piece];
    sum_differences(f + from + step, f + from - step, step, w, cells, sum);
    for (std::size_t k = 0; k < cells; ++k)
      psi[from + k] = layer.b[from + k] * psi[from + k] + layer.a[from + k] * sum[k];
  }
}

template <class Real>
[[gnu::always_inline]] inline void curvature(const Real* f, const Real* psi, Real* zeta, Real* s,
                                             Absorption<Real> layer, Real scale, std::size_t count, std::ptrdiff_t step,
                                             const FirstWeights<Real>& w1, const SecondWeights<Real>& w2) {
  for (std::size_t from = 0; from < count; from += piece) {
    const std::size_t cells = count - from < piece ? count - from : piece;
    Real second[piece], across[piece];
    second_difference(f + from, cells, step, w2, second);
    sum_differences(psi + from + step, psi + from - step, step, w1, cells, across);
    for (std::size_t k = 0; k < cells; ++k) {
      const std::size_t at = from + k;
      zeta[at] = layer.b[at] * zeta[at] + layer.a[at] * (second[k] + across[k]);
      s[at] += scale * (across[k] + zeta[at]);
    }
  }
}

template <class Real>
[[gnu::always_inline]] inline void known_curvature(const Real* d2, const Real* psi, Real* zeta, Real* s,
                                                   Absorption<Real> layer, Real scale, std::size_t count,
                                                   std::ptrdiff_t step, const FirstWeights<Real>& w) {
  for (std::size_t from = 0; from < count; from += piece) {
    const std::size_t cells = count - from < piece ? count - from : piece;
    Real across[piece];
    sum_differences(psi + from + step, psi + from - step, step, w, cells, across);
    for (std::size_t k = 0; k < cells; ++k) {
      const std::size_t at = from + k;
      const Real bent = scale * across[k];
      zeta[at] = layer.b[at] * zeta[at] + layer.a[at] * (d2[at] + bent);
      s[at] += bent + zeta[at];
    }
  }
}

template <class Real>
[[gnu::always_inline]] inline void layer_added(const Real* v, const Real* z, Real* w, Absorption<Real> layer,
                                               std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) w[k] = v[k] + (layer.b[k] * z[k] + layer.a[k] * v[k]);
}

template <class Real>
[[gnu::always_inline]] inline void field_remembered(const Real* v, Real* z, Absorption<Real> layer, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) z[k] = layer.b[k] * z[k] + layer.a[k] * v[k];
}

template <class Real>
[[gnu::always_inline]] inline void differences_added(const Real* z, const Real* p, Real* s, Real scale,
                                                     std::size_t count, std::ptrdiff_t step,
                                                     const FirstWeights<Real>& w1, const SecondWeights<Real>& w2) {
  for (std::size_t from = 0; from < count; from += piece) {
    const std::size_t cells = count - from < piece ? count - from : piece;
    Real second[piece], across[piece];
    second_difference(z + from, cells, step, w2, second);
    sum_differences(p + from + step, p + from - step, step, w1, cells, across);
    for (std::size_t k = 0; k < cells; ++k) s[from + k] += scale * (second[k] + across[k]);
  }
}

template <class Real>
[[gnu::always_inline]] inline void slope_added(const Real* p, Real* s, const Real* rho, Real scale, std::size_t count,
                                               std::ptrdiff_t step, const FirstWeights<Real>& w) {
  for (std::size_t from = 0; from < count; from += piece) {
    const std::size_t cells = count - from < piece ? count - from : piece;
    Real across[piece];
    sum_differences(p + from + step, p + from - step, step, w, cells, across);
    for (std::size_t k = 0; k < cells; ++k) s[from + k] += scale * rho[from + k] * across[k];
  }
}

template <class Real>
[[gnu::always_inline]] inline void slope_products_added(const Real* f, const Real* g, Real* sum, Real scale,
                                                        std::size_t count, std::ptrdiff_t step,
                                                        const HalfWeights<Real>& w) {
  for (std::size_t from = 0; from < count; from += piece) {
    const std::size_t cells = count - from < piece ? count - from : piece;
    Real one[piece], other[piece];
    sum_differences(f + from + step, f + from, step, w, cells, one);
    sum_differences(g + from + step, g + from, step, w, cells, other);
    for (std::size_t k = 0; k < cells; ++k) sum[from + k] += scale * (one[k] * other[k]);
  }
}

template <class Real>
[[gnu::always_inline]] inline void divided(const Real* a, const Real* b, Real* out, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) out[k] = b[k] == 0 ? Real{} : a[k] / b[k];
}

template <class Real>
[[gnu::always_inline]] inline void driven(const Drive<Real>& w) {
  for (std::size_t k = 0; k < w.count; ++k) w.out[k] = w.now[k];
  if (w.s != nullptr)
    for (std::size_t k = 0; k < w.count; ++k) w.out[k] += w.m[k] * Real(1.0 / 12) * w.s[k];
  if (w.loss != nullptr)
    for (std::size_t k = 0; k < w.count; ++k)
      w.out[k] += w.m[k] == 0 ? Real{} : w.loss[k] / w.m[k] * (w.now[k] - w.before[k]);
}

template <class Real>
[[gnu::always_inline]] inline void accumulated(const Real* d2, Real* s, std::size_t count, bool first) {
  if (first)
    for (std::size_t k = 0; k < count; ++k) s[k] = d2[k];
  else
    for (std::size_t k = 0; k < count; ++k) s[k] += d2[k];
}

template <class Real>
[[gnu::always_inline]] inline void combined(const Combine<Real>& w) {
  for (std::size_t from = 0; from < w.count; from += piece) {
    const std::size_t cells = w.count - from < piece ? w.count - from : piece;
    Real change[piece];
    for (std::size_t k = 0; k < cells; ++k) change[k] = w.m[from + k] * w.s[from + k];
    if (w.s_half != nullptr)
      for (std::size_t k = 0; k < cells; ++k) change[k] += w.m[from + k] * Real(1.0 / 12) * w.s_half[from + k];
    if (w.loss != nullptr)
      for (std::size_t k = 0; k < cells; ++k) change[k] += w.loss[from + k] * (w.s[from + k] - w.s_before[from + k]);
    for (std::size_t k = 0; k < cells; ++k) {
      const std::size_t at = from + k;
      w.next[at] = (w.c1[at] * w.now[at] + w.c2[at] * w.next[at]) + w.q[at] * change[k];
    }
  }
}

}  // namespace

STRIDE_CLONES void half_difference(const float* f, float* flux, const float* b, std::size_t count, std::ptrdiff_t step,
                                   const HalfWeights<float>& w) {
  difference(f, flux, b, count, step, w);
}
STRIDE_CLONES void half_difference(const double* f, double* flux, const double* b, std::size_t count,
                                   std::ptrdiff_t step, const HalfWeights<double>& w) {
  difference(f, flux, b, count, step, w);
}

STRIDE_CLONES void half_divergence(const float* flux, float* s, const float* rho, float scale, std::size_t count,
                                   std::ptrdiff_t step, const HalfWeights<float>& w, bool first) {
  divergence(flux, s, rho, scale, count, step, w, first);
}
STRIDE_CLONES void half_divergence(const double* flux, double* s, const double* rho, double scale, std::size_t count,
                                   std::ptrdiff_t step, const HalfWeights<double>& w, bool first) {
  divergence(flux, s, rho, scale, count, step, w, first);
}

STRIDE_CLONES void remember_slope(const float* f, float* psi, Absorption<float> layer, std::size_t count,
                                  std::ptrdiff_t step, const FirstWeights<float>& w) {
  slope(f, psi, layer, count, step, w);
}
STRIDE_CLONES void remember_slope(const double* f, double* psi, Absorption<double> layer, std::size_t count,
                                  std::ptrdiff_t step, const FirstWeights<double>& w) {
  slope(f, psi, layer, count, step, w);
}

STRIDE_CLONES void remember_curvature(const float* f, const float* psi, float* zeta, float* s, Absorption<float> layer,
                                      float scale, std::size_t count, std::ptrdiff_t step,
                                      const FirstWeights<float>& w1, const SecondWeights<float>& w2) {
  curvature(f, psi, zeta, s, layer, scale, count, step, w1, w2);
}
STRIDE_CLONES void remember_curvature(const double* f, const double* psi, double* zeta, double* s,
                                      Absorption<double> layer, double scale, std::size_t count, std::ptrdiff_t step,
                                      const FirstWeights<double>& w1, const SecondWeights<double>& w2) {
  curvature(f, psi, zeta, s, layer, scale, count, step, w1, w2);
}

STRIDE_CLONES void remember_known_curvature(const float* d2, const float* psi, float* zeta, float* s,
                                            Absorption<float> layer, float scale, std::size_t count,
                                            std::ptrdiff_t step, const FirstWeights<float>& w) {
  known_curvature(d2, psi, zeta, s, layer, scale, count, step, w);
}
STRIDE_CLONES void remember_known_curvature(const double* d2, const double* psi, double* zeta, double* s,
                                            Absorption<double> layer, double scale, std::size_t count,
                                            std::ptrdiff_t step, const FirstWeights<double>& w) {
  known_curvature(d2, psi, zeta, s, layer, scale, count, step, w);
}

STRIDE_CLONES void add_layer(const float* v, const float* z, float* w, Absorption<float> layer, std::size_t count) {
  layer_added(v, z, w, layer, count);
}
STRIDE_CLONES void add_layer(const double* v, const double* z, double* w, Absorption<double> layer, std::size_t count) {
  layer_added(v, z, w, layer, count);
}

STRIDE_CLONES void remember_field(const float* v, float* z, Absorption<float> layer, std::size_t count) {
  field_remembered(v, z, layer, count);
}
STRIDE_CLONES void remember_field(const double* v, double* z, Absorption<double> layer, std::size_t count) {
  field_remembered(v, z, layer, count);
}

STRIDE_CLONES void add_differences(const float* z, const float* p, float* s, float scale, std::size_t count,
                                   std::ptrdiff_t step, const FirstWeights<float>& w1, const SecondWeights<float>& w2) {
  differences_added(z, p, s, scale, count, step, w1, w2);
}
STRIDE_CLONES void add_differences(const double* z, const double* p, double* s, double scale, std::size_t count,
                                   std::ptrdiff_t step, const FirstWeights<double>& w1,
                                   const SecondWeights<double>& w2) {
  differences_added(z, p, s, scale, count, step, w1, w2);
}

STRIDE_CLONES void add_slope(const float* p, float* s, const float* rho, float scale, std::size_t count,
                             std::ptrdiff_t step, const FirstWeights<float>& w) {
  slope_added(p, s, rho, scale, count, step, w);
}
STRIDE_CLONES void add_slope(const double* p, double* s, const double* rho, double scale, std::size_t count,
                             std::ptrdiff_t step, const FirstWeights<double>& w) {
  slope_added(p, s, rho, scale, count, step, w);
}

STRIDE_CLONES void add_slope_products(const float* f, const float* g, float* sum, float scale, std::size_t count,
                                      std::ptrdiff_t step, const HalfWeights<float>& w) {
  slope_products_added(f, g, sum, scale, count, step, w);
}
STRIDE_CLONES void add_slope_products(const double* f, const double* g, double* sum, double scale, std::size_t count,
                                      std::ptrdiff_t step, const HalfWeights<double>& w) {
  slope_products_added(f, g, sum, scale, count, step, w);
}

STRIDE_CLONES void accumulate(const float* d2, float* s, std::size_t count, bool first) {
  accumulated(d2, s, count, first);
}
STRIDE_CLONES void accumulate(const double* d2, double* s, std::size_t count, bool first) {
  accumulated(d2, s, count, first);
}

STRIDE_CLONES void multiply(const float* a, const float* b, float* out, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) out[k] = a[k] * b[k];
}
STRIDE_CLONES void multiply(const double* a, const double* b, double* out, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) out[k] = a[k] * b[k];
}

STRIDE_CLONES void divide(const float* a, const float* b, float* out, std::size_t count) {
  divided(a, b, out, count);
}
STRIDE_CLONES void divide(const double* a, const double* b, double* out, std::size_t count) {
  divided(a, b, out, count);
}

STRIDE_CLONES void drive(const Drive<float>& work) {
  driven(work);
}
STRIDE_CLONES void drive(const Drive<double>& work) {
  driven(work);
}

STRIDE_CLONES void combine(const Combine<float>& work) {
  combined(work);
}
STRIDE_CLONES void combine(const Combine<double>& work) {
  combined(work);
}

}  // namespace stride::physics::acoustic
