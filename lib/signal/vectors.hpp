// GCC's and Clang's vector types, and moves between them and memory that is aligned for its elements only. Internal to
// signal. Vectors wider than a variant's registers are split by the compiler; they are passed by reference or inlined,
// so the calling convention is no concern.
#pragma once

#include <cstddef>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
// For leaf functions whose sums have one product each: contraction to fused multiply-adds has one way to do it then,
// and all variants that have such instructions round alike.
#define STRIDE_CONTRACT __attribute__((optimize("fp-contract=fast")))
#else
#define STRIDE_CONTRACT
#endif

namespace stride::signal::detail {

template <class T, std::size_t Bytes>
struct VectorOf {
  using type [[gnu::vector_size(Bytes), gnu::may_alias]] = T;
};
template <std::size_t Lanes>
using Doubles = typename VectorOf<double, Lanes * sizeof(double)>::type;

template <class V, class T>
[[gnu::always_inline]] inline V load(const T* from) {
  using Unaligned [[gnu::vector_size(sizeof(V)), gnu::may_alias, gnu::aligned(alignof(T))]] = T;
  return *reinterpret_cast<const Unaligned*>(from);
}
template <class V, class T>
[[gnu::always_inline]] inline void store(const V& v, T* to) {
  using Unaligned [[gnu::vector_size(sizeof(V)), gnu::may_alias, gnu::aligned(alignof(T))]] = T;
  *reinterpret_cast<Unaligned*>(to) = v;
}

}  // namespace stride::signal::detail
