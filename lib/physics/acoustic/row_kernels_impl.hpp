// The row kernels, to be compiled once per kind of processor (row_kernels_<kind>.cpp). Nothing but templates of an
// unnamed namespace: no code of this file may be shared with a file that is compiled for another processor.
#pragma once

#include <type_traits>

#include "physics/acoustic/row_kernels_variants.hpp"

#if STRIDE_VECTOR_BYTES == 64
// GCC 12 takes the header's own undefined vectors for a mistake of ours.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <immintrin.h>
#pragma GCC diagnostic pop
#endif

#if defined(__GNUC__) && !defined(__clang__)
// Vectors are never passed between files.
#pragma GCC diagnostic ignored "-Wpsabi"
// Rows are aligned to whole vectors, neighbours along them are loaded as unaligned ones.
#pragma GCC diagnostic ignored "-Wcast-align"
#endif

namespace stride::physics::acoustic {
namespace {

// Bytes of a vector: each variant says what one register of its processor holds.
constexpr std::size_t vector_bytes = STRIDE_VECTOR_BYTES;
// Reals that lie together in a split row, and what rows are padded to.
template <class Real>
constexpr std::size_t lanes_of = 64 / sizeof(Real);

template <class Real>
struct Lane;
template <>
struct Lane<float> {
  using Vector [[gnu::vector_size(vector_bytes), gnu::may_alias]] = float;
  using Unaligned [[gnu::vector_size(vector_bytes), gnu::may_alias, gnu::aligned(4)]] = float;
};
template <>
struct Lane<double> {
  using Vector [[gnu::vector_size(vector_bytes), gnu::may_alias]] = double;
  using Unaligned [[gnu::vector_size(vector_bytes), gnu::may_alias, gnu::aligned(8)]] = double;
};

// What lies K cells before and behind the vector at `at`, added. With registers of 64 bytes every load along the row
// that does not start at a vector crosses two lines of the cache, so such vectors are cut from aligned neighbours.
template <class Real, int K, std::ptrdiff_t Step>
inline typename Lane<Real>::Vector pair_along(const Real* at) {
#if STRIDE_VECTOR_BYTES == 64
  if constexpr (Step == 1) {
    using V = typename Lane<Real>::Vector;
    constexpr int lanes = static_cast<int>(lanes_of<Real>);
    const __m512i low = _mm512_load_si512(at - lanes), here = _mm512_load_si512(at),
                  high = _mm512_load_si512(at + lanes);
    if constexpr (sizeof(Real) == 4)
      return (V)_mm512_alignr_epi32(high, here, K) + (V)_mm512_alignr_epi32(here, low, lanes - K);
    else
      return (V)_mm512_alignr_epi64(high, here, K) + (V)_mm512_alignr_epi64(here, low, lanes - K);
  }
#endif
  using U = typename Lane<Real>::Unaligned;
  return *reinterpret_cast<const U*>(at + K * Step) + *reinterpret_cast<const U*>(at - K * Step);
}

// `sum` and the weighted pairs K to R along the row.
template <class Real, int R, std::ptrdiff_t Step, int K = 1>
inline typename Lane<Real>::Vector add_along(typename Lane<Real>::Vector sum, const typename Lane<Real>::Vector* w,
                                             const Real* at) {
  if constexpr (K > R)
    return sum;
  else
    return add_along<Real, R, Step, K + 1>(sum + w[K] * pair_along<Real, K, Step>(at), w, at);
}

// How far ahead, in rows, memory is asked for: a plane is too far from the next for the processor to guess it.
constexpr std::ptrdiff_t prefetch_rows = 1;

template <class Real, int R, int Dim, bool Split, RowMode Mode, int Planes>
void row_kernel(const RowWork<Real>& work) {
  using V = typename Lane<Real>::Vector;
  constexpr std::size_t lanes = vector_bytes / sizeof(Real);
  constexpr std::ptrdiff_t step = Split ? lanes_of<Real> : 1;
  constexpr bool damped = Mode == RowMode::ot2_damped || Mode == RowMode::ot4_damped;
  constexpr bool sponge = Mode == RowMode::ot2_sponge || Mode == RowMode::ot4_sponge;
  constexpr bool fourth = Mode == RowMode::ot4 || Mode == RowMode::ot4_damped || Mode == RowMode::ot4_sponge;

  const std::ptrdiff_t pitch = work.pitch, plane = work.plane;
  const std::size_t count = work.count;
  const LaplacianWeights<Real> weights = *work.weights;
  const V centre = V{} + weights.centre, ratio_y = V{} + weights.y;
  V w[R + 1], wx[R + 1];
#pragma GCC unroll 8
  for (int k = 1; k <= R; ++k) {
    w[k] = V{} + weights.row[k];
    if constexpr (Dim == 3) wx[k] = V{} + weights.row[k] * weights.x;
  }

  for (std::size_t n = 0; n < work.rows; ++n) {
    // Copies: the compiler cannot know that what is written is not the work itself.
    const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(n) * pitch;
    const Real* const all_f = work.f + first;
    const Real* const all_u = (fourth ? work.u : work.f) + first;
    const Real* const all_m = Mode == RowMode::laplacian ? nullptr : work.m + first;
    const Real* const all_c1 = damped ? work.c1 + first : nullptr;
    const Real* const all_c2 = damped ? work.c2 + first : nullptr;
    const Real* const all_e = sponge ? work.e + first : nullptr;
    Real* const all_out = work.out + first;
    for (std::size_t at = 0; at < count; at += lanes) {
      const Real* f = all_f + at;
      if constexpr (Dim == 3) {
#pragma GCC unroll 8
        for (int t = 0; t < Planes; ++t) {
          const std::ptrdiff_t ahead = static_cast<std::ptrdiff_t>(at) + t * plane + prefetch_rows * pitch;
          __builtin_prefetch(all_out + ahead, 1, 3);
          __builtin_prefetch(all_f + ahead + R * plane, 0, 3);
          if constexpr (Mode != RowMode::laplacian) __builtin_prefetch(all_m + ahead, 0, 3);
          if constexpr (damped) {
            __builtin_prefetch(all_c1 + ahead, 0, 3);
            __builtin_prefetch(all_c2 + ahead, 0, 3);
          }
          if constexpr (sponge) __builtin_prefetch(all_e + ahead, 0, 3);
        }
      }
      // The planes behind have left the second-level cache since the last pass over them.
      if constexpr (Dim == 3) {
#pragma GCC unroll 20
        for (int r = -R; r <= Planes; ++r)
          if (r < 0 || r >= Planes) __builtin_prefetch(f + r * plane + prefetch_rows * pitch, 0, 3);
      }
      V sum[Planes];
#pragma GCC unroll 8
      for (int t = 0; t < Planes; ++t) sum[t] = centre * *reinterpret_cast<const V*>(f + t * plane);
      if constexpr (Dim == 3) {
        // Each vector across the planes is loaded once and serves all outputs that it reaches.
#pragma GCC unroll 20
        for (int r = -R; r < Planes + R; ++r) {
          const V value = *reinterpret_cast<const V*>(f + r * plane);
#pragma GCC unroll 8
          for (int t = 0; t < Planes; ++t) {
            const int k = r < t ? t - r : r - t;
            if (k > 0 && k <= R) sum[t] += wx[k] * value;
          }
        }
      }
#pragma GCC unroll 8
      for (int t = 0; t < Planes; ++t) {
        const Real* g = f + t * plane;
        // Two sums, so that an addition need not wait for the one before it.
        const V along = add_along<Real, R, step>(sum[t], w, g);
        V across{};
#pragma GCC unroll 8
        for (int k = 1; k <= R; ++k)
          across += w[k] * (*reinterpret_cast<const V*>(g + k * pitch) + *reinterpret_cast<const V*>(g - k * pitch));
        sum[t] = along + ratio_y * across;
        const std::ptrdiff_t here = static_cast<std::ptrdiff_t>(at) + t * plane;
        const auto load = [here](const Real* from) { return *reinterpret_cast<const V*>(from + here); };
        V& out = *reinterpret_cast<V*>(all_out + here);
        if constexpr (Mode == RowMode::laplacian) {
          out = sum[t];
        } else if constexpr (Mode == RowMode::first) {
          out = load(all_m) * sum[t];
        } else {
          const V u = load(all_u);
          V change = load(all_m) * sum[t];
          if constexpr (fourth) change = load(all_f) + Real(1.0 / 12) * change;
          if constexpr (damped) {
            const V c2 = load(all_c2);
            const V q = Real(0.5) - Real(0.5) * c2;
            out = (load(all_c1) * u + c2 * out) + q * change;
          } else if constexpr (sponge) {
            const V e = load(all_e);
            out = ((Real(2) - e * e) * u + (e - Real(1)) * out + change) / (Real(1) + e);
          } else {
            out = (u + u - out) + change;
          }
        }
      }
    }
  }
}

// Before the first vector of a split row stand the last ones, a lane further; behind the last the first ones.
template <class Real, int R>
void refresh_split_ghosts(Real* row, std::size_t vectors) {
  constexpr std::size_t lanes = lanes_of<Real>;
  for (std::size_t k = 1; k <= R; ++k) {
    const Real* last = row + (vectors - k) * lanes;
    const Real* first = row + (k - 1) * lanes;
    Real* before = row - k * lanes;
    Real* behind = row + (vectors - 1 + k) * lanes;
#if STRIDE_VECTOR_BYTES == 64 && !defined(__clang__)
    using V = typename Lane<Real>::Vector;
    using M [[gnu::vector_size(64)]] = std::conditional_t<sizeof(Real) == 4, int, long>;
    M up, down;  // a zero comes in from outside
    for (int i = 0; i < static_cast<int>(lanes); ++i) {
      up[i] = i == 0 ? static_cast<int>(lanes) : i - 1;
      down[i] = i + 1;
    }
    *reinterpret_cast<V*>(before) = __builtin_shuffle(*reinterpret_cast<const V*>(last), V{}, up);
    *reinterpret_cast<V*>(behind) = __builtin_shuffle(*reinterpret_cast<const V*>(first), V{}, down);
#else
    before[0] = 0;
    for (std::size_t i = 0; i + 1 < lanes; ++i) {
      before[i + 1] = last[i];
      behind[i] = first[i + 1];
    }
    behind[lanes - 1] = 0;
#endif
  }
}

template <class Real, int R, int Dim, bool Split, int Planes>
void fill_modes(typename RowTable<Real>::Kernel (&to)[row_modes]) {
  to[0] = row_kernel<Real, R, Dim, Split, RowMode::ot2, Planes>;
  to[1] = row_kernel<Real, R, Dim, Split, RowMode::ot2_damped, Planes>;
  to[2] = row_kernel<Real, R, Dim, Split, RowMode::first, Planes>;
  to[3] = row_kernel<Real, R, Dim, Split, RowMode::ot4, Planes>;
  to[4] = row_kernel<Real, R, Dim, Split, RowMode::ot4_damped, Planes>;
  to[5] = row_kernel<Real, R, Dim, Split, RowMode::laplacian, Planes>;
  to[6] = row_kernel<Real, R, Dim, Split, RowMode::ot2_sponge, Planes>;
  to[7] = row_kernel<Real, R, Dim, Split, RowMode::ot4_sponge, Planes>;
}

template <class Real, int R>
RowTable<Real> table_of(std::size_t dim, bool split) {
  RowTable<Real> table{};
  table.refresh_ghosts = refresh_split_ghosts<Real, R>;
  if (dim == 3) {
    fill_modes<Real, R, 3, false, 1>(table.one);
    fill_modes<Real, R, 3, false, 4>(table.four);
  } else if (split) {
    fill_modes<Real, R, 2, true, 1>(table.one);
  } else {
    fill_modes<Real, R, 2, false, 1>(table.one);
  }
  return table;
}

template <class Real>
RowTable<Real> table_for(std::size_t reach, std::size_t dim, bool split) {
  switch (reach) {
    case 2:
      return table_of<Real, 2>(dim, split);
    case 4:
      return table_of<Real, 4>(dim, split);
    case 5:
      return table_of<Real, 5>(dim, split);
    default:
      return table_of<Real, 6>(dim, split);
  }
}

}  // namespace
}  // namespace stride::physics::acoustic
