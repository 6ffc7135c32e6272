#include "signal/iir_kernel.hpp"

#include "signal/vectors.hpp"

namespace stride::signal::detail {
namespace {

// Direct form II transposed. Each sum has one product at most, so a compiler that contracts has one way to do it, and
// all variants with fused multiply-adds round alike.
template <Numerator N, class V>
[[gnu::always_inline]] inline void advance(V& x, V& s1, V& s2, const V& a1, const V& a2) {
  const V y = x + s1;
  if constexpr (N == Numerator::band) {
    s1 = s2 - a1 * y;
    s2 = -x - a2 * y;
  } else {
    const V twice = N == Numerator::low ? s2 + (x + x) : s2 - (x + x);
    s1 = twice - a1 * y;
    s2 = x - a2 * y;
  }
  x = y;
}

// Groups of Lanes traces are advanced together to hide the latency of the recursion.
template <Numerator N, std::size_t Count, std::size_t Lanes, std::size_t Groups>
[[gnu::always_inline]] inline void run_columns(double* tile, std::ptrdiff_t step, std::size_t samples,
                                               const Section* sections, double* state) {
  using V = Doubles<Lanes>;
  V a1[Count], a2[Count], s1[Count][Groups], s2[Count][Groups];
  for (std::size_t s = 0; s < Count; ++s) {
    a1[s] = V{} + sections[s].a1;
    a2[s] = V{} + sections[s].a2;
    for (std::size_t g = 0; g < Groups; ++g) {
      s1[s][g] = load<V>(state + 2 * s * tile_lanes + g * Lanes);
      s2[s][g] = load<V>(state + (2 * s + 1) * tile_lanes + g * Lanes);
    }
  }
  for (std::size_t n = 0; n < samples; ++n, tile += step) {
    V x[Groups];
    for (std::size_t g = 0; g < Groups; ++g) x[g] = load<V>(tile + g * Lanes);
    for (std::size_t s = 0; s < Count; ++s)
      for (std::size_t g = 0; g < Groups; ++g) advance<N>(x[g], s1[s][g], s2[s][g], a1[s], a2[s]);
    for (std::size_t g = 0; g < Groups; ++g) store(x[g], tile + g * Lanes);
  }
  for (std::size_t s = 0; s < Count; ++s) {
    for (std::size_t g = 0; g < Groups; ++g) {
      store(s1[s][g], state + 2 * s * tile_lanes + g * Lanes);
      store(s2[s][g], state + (2 * s + 1) * tile_lanes + g * Lanes);
    }
  }
}

template <Numerator N, std::size_t Count, std::size_t Lanes, std::size_t Groups>
[[gnu::always_inline]] inline void run_block(double* tile, std::ptrdiff_t step, std::size_t samples,
                                             const Section* sections, double* state, std::size_t lanes) {
  std::size_t c = 0;
  for (; c + Lanes * Groups <= lanes; c += Lanes * Groups)
    run_columns<N, Count, Lanes, Groups>(tile + c, step, samples, sections, state + c);
  for (; c < lanes; c += Lanes) run_columns<N, Count, Lanes, 1>(tile + c, step, samples, sections, state + c);
}

// Any numerator. Never contracted: with several products in a sum there would be more than one way.
void run_general(double* tile, std::ptrdiff_t step, std::size_t samples, const Section* sections, double* state,
                 std::size_t lanes) {
  const Section c = *sections;
  for (std::size_t n = 0; n < samples; ++n, tile += step) {
    double* s1 = state;
    double* s2 = state + tile_lanes;
    for (std::size_t i = 0; i < lanes; ++i) {
      const double x = tile[i];
      const double y = c.b0 * x + s1[i];
      s1[i] = (c.b1 * x - c.a1 * y) + s2[i];
      s2[i] = c.b2 * x - c.a2 * y;
      tile[i] = y;
    }
  }
}

template <class Real>
void load_plain(const Real* traces, std::size_t stride, std::size_t rows, std::size_t samples, double gain,
                double* tile) {
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t n = 0; n < samples; ++n)
      tile[n * tile_lanes + r] = gain * static_cast<double>(traces[r * stride + n]);
}

template <class Real>
void store_plain(const double* tile, std::size_t rows, std::size_t samples, Real* traces, std::size_t stride) {
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t n = 0; n < samples; ++n) traces[r * stride + n] = static_cast<Real>(tile[n * tile_lanes + r]);
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
// Eight floats, or four doubles: one 256-bit register in every vector variant.
template <class Real>
struct Row {
  static constexpr std::size_t size = 32 / sizeof(Real);
  using type = typename VectorOf<Real, 32>::type;
};

[[gnu::always_inline]] inline void transpose(Row<double>::type (&r)[4]) {
  using V = Row<double>::type;
  using M = VectorOf<long, 32>::type;
  const V a = __builtin_shuffle(r[0], r[1], M{0, 4, 2, 6}), b = __builtin_shuffle(r[0], r[1], M{1, 5, 3, 7});
  const V c = __builtin_shuffle(r[2], r[3], M{0, 4, 2, 6}), d = __builtin_shuffle(r[2], r[3], M{1, 5, 3, 7});
  r[0] = __builtin_shuffle(a, c, M{0, 1, 4, 5});
  r[1] = __builtin_shuffle(b, d, M{0, 1, 4, 5});
  r[2] = __builtin_shuffle(a, c, M{2, 3, 6, 7});
  r[3] = __builtin_shuffle(b, d, M{2, 3, 6, 7});
}

[[gnu::always_inline]] inline void transpose(Row<float>::type (&r)[8]) {
  using V = Row<float>::type;
  using M = VectorOf<int, 32>::type;
  V a[8], b[8];
#pragma GCC unroll 8
  for (int i = 0; i < 8; i += 2) {
    a[i] = __builtin_shuffle(r[i], r[i + 1], M{0, 8, 1, 9, 4, 12, 5, 13});
    a[i + 1] = __builtin_shuffle(r[i], r[i + 1], M{2, 10, 3, 11, 6, 14, 7, 15});
  }
#pragma GCC unroll 8
  for (int i = 0; i < 8; i += 4) {
#pragma GCC unroll 8
    for (int j = 0; j < 2; ++j) {
      b[i + 2 * j] = __builtin_shuffle(a[i + j], a[i + j + 2], M{0, 1, 8, 9, 4, 5, 12, 13});
      b[i + 2 * j + 1] = __builtin_shuffle(a[i + j], a[i + j + 2], M{2, 3, 10, 11, 6, 7, 14, 15});
    }
  }
#pragma GCC unroll 8
  for (int i = 0; i < 4; ++i) {
    r[i] = __builtin_shuffle(b[i], b[i + 4], M{0, 1, 2, 3, 8, 9, 10, 11});
    r[i + 4] = __builtin_shuffle(b[i], b[i + 4], M{4, 5, 6, 7, 12, 13, 14, 15});
  }
}

// Between a row of a square and doubles of the tile: at once where vectors of Lanes doubles are registers, else by
// halves.
template <std::size_t Lanes, class V>
[[gnu::always_inline]] inline void widen(const V& row, double gain, double* to) {
  constexpr std::size_t size = sizeof(V) / sizeof(row[0]);
  if constexpr (size <= Lanes) {
    store(__builtin_convertvector(row, Doubles<size>) * gain, to);
  } else {
    store(__builtin_convertvector(__builtin_shufflevector(row, row, 0, 1, 2, 3), Doubles<4>) * gain, to);
    store(__builtin_convertvector(__builtin_shufflevector(row, row, 4, 5, 6, 7), Doubles<4>) * gain, to + 4);
  }
}

template <std::size_t Lanes, class V>
[[gnu::always_inline]] inline void narrow(const double* from, V& row) {
  constexpr std::size_t size = sizeof(V) / sizeof(row[0]);
  if constexpr (size <= Lanes) {
    row = __builtin_convertvector(load<Doubles<size>>(from), V);
  } else {
    using Half = VectorOf<float, 16>::type;
    row = __builtin_shufflevector(__builtin_convertvector(load<Doubles<4>>(from), Half),
                                  __builtin_convertvector(load<Doubles<4>>(from + 4), Half), 0, 1, 2, 3, 4, 5, 6, 7);
  }
}

template <std::size_t Lanes, class Real>
[[gnu::always_inline]] inline void load_square(const Real* traces, std::size_t stride, double gain, double* tile) {
  constexpr std::size_t size = Row<Real>::size;
  typename Row<Real>::type r[size];
#pragma GCC unroll 8
  for (std::size_t i = 0; i < size; ++i) r[i] = load<typename Row<Real>::type>(traces + i * stride);
  transpose(r);
#pragma GCC unroll 8
  for (std::size_t i = 0; i < size; ++i) widen<Lanes>(r[i], gain, tile + i * tile_lanes);
}

template <std::size_t Lanes, class Real>
[[gnu::always_inline]] inline void store_square(const double* tile, Real* traces, std::size_t stride) {
  constexpr std::size_t size = Row<Real>::size;
  typename Row<Real>::type r[size];
#pragma GCC unroll 8
  for (std::size_t i = 0; i < size; ++i) narrow<Lanes>(tile + i * tile_lanes, r[i]);
  transpose(r);
#pragma GCC unroll 8
  for (std::size_t i = 0; i < size; ++i) store(r[i], traces + i * stride);
}

// A cache line (two squares) of each trace before the next one: traces a power of two apart share cache sets.
template <std::size_t Lanes, class Real>
[[gnu::always_inline]] inline void load_tile(const Real* traces, std::size_t stride, std::size_t rows,
                                             std::size_t samples, double gain, double* tile) {
  constexpr std::size_t size = Row<Real>::size;
  const std::size_t whole_rows = rows / size * size, whole = samples / size * size;
  for (std::size_t n = 0; n < whole; n += 2 * size)
    for (std::size_t r = 0; r < whole_rows; r += size)
      for (std::size_t m = n; m < whole && m < n + 2 * size; m += size)
        load_square<Lanes>(traces + r * stride + m, stride, gain, tile + m * tile_lanes + r);
  load_plain(traces + whole, stride, whole_rows, samples - whole, gain, tile + whole * tile_lanes);
  load_plain(traces + whole_rows * stride, stride, rows - whole_rows, samples, gain, tile + whole_rows);
}

template <std::size_t Lanes, class Real>
[[gnu::always_inline]] inline void store_tile(const double* tile, std::size_t rows, std::size_t samples, Real* traces,
                                              std::size_t stride) {
  constexpr std::size_t size = Row<Real>::size;
  const std::size_t whole_rows = rows / size * size, whole = samples / size * size;
  for (std::size_t n = 0; n < whole; n += 2 * size)
    for (std::size_t r = 0; r < whole_rows; r += size)
      for (std::size_t m = n; m < whole && m < n + 2 * size; m += size)
        store_square<Lanes>(tile + m * tile_lanes + r, traces + r * stride + m, stride);
  store_plain(tile + whole * tile_lanes, whole_rows, samples - whole, traces + whole, stride);
  store_plain(tile + whole_rows, rows - whole_rows, samples, traces + whole_rows * stride, stride);
}

// One struct per instruction set; `lanes` wide vectors, and as many groups as its registers hold.
#define STRIDE_IIR_VARIANT(name, arch, vector_lanes, vector_groups)                                                  \
  struct name {                                                                                                      \
    template <Numerator N, std::size_t Count>                                                                        \
    [[gnu::target(arch), gnu::optimize("fp-contract=fast")]] static void run(double* tile, std::ptrdiff_t step,      \
                                                                             std::size_t samples,                    \
                                                                             const Section* sections, double* state, \
                                                                             std::size_t lanes) {                    \
      run_block<N, Count, vector_lanes, vector_groups>(tile, step, samples, sections, state, lanes);                 \
    }                                                                                                                \
    template <class Real>                                                                                            \
    [[gnu::target(arch)]] static void load(const Real* traces, std::size_t stride, std::size_t rows,                 \
                                           std::size_t samples, double gain, double* tile) {                         \
      load_tile<vector_lanes>(traces, stride, rows, samples, gain, tile);                                            \
    }                                                                                                                \
    template <class Real>                                                                                            \
    [[gnu::target(arch)]] static void store(const double* tile, std::size_t rows, std::size_t samples, Real* traces, \
                                            std::size_t stride) {                                                    \
      store_tile<vector_lanes>(tile, rows, samples, traces, stride);                                                 \
    }                                                                                                                \
  }

STRIDE_IIR_VARIANT(Avx512, "arch=x86-64-v4", 8, 2);
STRIDE_IIR_VARIANT(Avx2, "arch=x86-64-v3", 4, 1);
#undef STRIDE_IIR_VARIANT
#endif

struct Plain {
  template <Numerator N, std::size_t Count>
  static void run(double* tile, std::ptrdiff_t step, std::size_t samples, const Section* sections, double* state,
                  std::size_t lanes) {
    run_block<N, Count, 2, 1>(tile, step, samples, sections, state, lanes);
  }
  template <class Real>
  static void load(const Real* traces, std::size_t stride, std::size_t rows, std::size_t samples, double gain,
                   double* tile) {
    load_plain(traces, stride, rows, samples, gain, tile);
  }
  template <class Real>
  static void store(const double* tile, std::size_t rows, std::size_t samples, Real* traces, std::size_t stride) {
    store_plain(tile, rows, samples, traces, stride);
  }
};

template <class Variant>
Kernel make_kernel(const char* isa) {
  using enum Numerator;
  return {isa,
          {Variant::template run<band, 1>, Variant::template run<band, 2>, Variant::template run<band, 3>,
           Variant::template run<band, 4>},
          {Variant::template run<low, 1>, Variant::template run<low, 2>, Variant::template run<low, 3>,
           Variant::template run<low, 4>},
          {Variant::template run<high, 1>, Variant::template run<high, 2>, Variant::template run<high, 3>,
           Variant::template run<high, 4>},
          run_general,
          {Variant::template load<float>, Variant::template store<float>},
          {Variant::template load<double>, Variant::template store<double>}};
}

}  // namespace

const std::vector<Kernel>& kernels() {
  static const std::vector<Kernel> available = [] {
    std::vector<Kernel> list;
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
    if (__builtin_cpu_supports("x86-64-v4")) list.push_back(make_kernel<Avx512>("x86-64-v4"));
    if (__builtin_cpu_supports("x86-64-v3")) list.push_back(make_kernel<Avx2>("x86-64-v3"));
#endif
    list.push_back(make_kernel<Plain>("plain"));
    return list;
  }();
  return available;
}

}  // namespace stride::signal::detail
