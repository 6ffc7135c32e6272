#include "io/range.hpp"

#include <algorithm>
#include <limits>

#include "core/simd.hpp"

namespace stride::io {
namespace {

// Eight independent lanes, so that the loop vectorises and adds in an order that does not depend on the CPU.
constexpr std::size_t lanes = 8;

template <class Real>
struct Lanes {
  double sum[lanes] = {};
  Real min[lanes], max[lanes];
  std::size_t finite[lanes] = {}, nan[lanes] = {};
};

// A value is finite when x - x is 0, and NaN when it differs from itself.
template <class Real>
[[gnu::always_inline]] inline void accumulate(const Real* values, std::size_t blocks, Lanes<Real>& to) {
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  for (std::size_t b = 0; b < blocks; ++b)
    for (std::size_t k = 0; k < lanes; ++k) {
      const Real x = values[b * lanes + k];
      const bool finite = x - x == Real{0};
      to.sum[k] += finite ? static_cast<double>(x) : 0.0;
      const Real low = finite ? x : infinity, high = finite ? x : -infinity;
      to.min[k] = low < to.min[k] ? low : to.min[k];
      to.max[k] = high > to.max[k] ? high : to.max[k];
      to.finite[k] += finite ? 1 : 0;
      to.nan[k] += x != x ? 1 : 0;
    }
}

STRIDE_CLONES void accumulate_floats(const float* values, std::size_t blocks, Lanes<float>& to) {
  accumulate(values, blocks, to);
}

STRIDE_CLONES void accumulate_doubles(const double* values, std::size_t blocks, Lanes<double>& to) {
  accumulate(values, blocks, to);
}

template <class Real>
void add_all(const Real* values, std::size_t count, Range& range,
             void (*kernel)(const Real*, std::size_t, Lanes<Real>&)) {
  Lanes<Real> total;
  std::fill_n(total.min, lanes, std::numeric_limits<Real>::infinity());
  std::fill_n(total.max, lanes, -std::numeric_limits<Real>::infinity());
  kernel(values, count / lanes, total);
  // The rest fills one more block, padded with NaN, which are then not counted.
  const std::size_t rest = count % lanes;
  if (rest != 0) {
    Real last[lanes];
    std::fill_n(last, lanes, std::numeric_limits<Real>::quiet_NaN());
    std::copy_n(values + (count - rest), rest, last);
    kernel(last, 1, total);
    for (std::size_t k = rest; k < lanes; ++k) --total.nan[k];
  }
  std::size_t finite = 0, nan = 0;
  for (std::size_t k = 0; k < lanes; ++k) {
    range.sum += total.sum[k];
    finite += total.finite[k];
    nan += total.nan[k];
  }
  if (finite != 0) {
    const double low = *std::min_element(total.min, total.min + lanes);
    const double high = *std::max_element(total.max, total.max + lanes);
    range.min = range.finite_count == 0 ? low : std::min(range.min, low);
    range.max = range.finite_count == 0 ? high : std::max(range.max, high);
  }
  range.finite_count += finite;
  range.nan_count += nan;
  range.inf_count += count - finite - nan;
}

}  // namespace

void Range::add(const float* values, std::size_t count) {
  add_all(values, count, *this, accumulate_floats);
}

void Range::add(const double* values, std::size_t count) {
  add_all(values, count, *this, accumulate_doubles);
}

}  // namespace stride::io
