#include "signal/smoothing.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/simd.hpp"

namespace stride::signal {
namespace {

// A banded matrix: row i has `width` weights for elements first[i] ... of a line.
struct Band {
  std::size_t width = 0;
  std::vector<std::size_t> first;
  std::vector<double> weights;
};

enum class Way { forward, transposed };

// Weight of input m in output i, edges repeated: an edge also stands for everything beyond it.
double repeated_edge_weight(const std::vector<double>& tap, std::size_t i, std::size_t m, std::size_t n) {
  const long radius = static_cast<long>(tap.size() / 2), offset = static_cast<long>(m) - static_cast<long>(i);
  const long from = m == 0 ? -radius : offset, to = m == n - 1 ? radius : offset;
  double sum = 0;
  for (long k = std::max(from, -radius); k <= std::min(to, radius); ++k)
    sum += tap[static_cast<std::size_t>(k + radius)];
  return sum;
}

// The same with the field mirrored at its faces, again and again where it is shorter than the weights.
double reflected_edge_weight(const std::vector<double>& tap, std::size_t i, std::size_t m, std::size_t n) {
  const long radius = static_cast<long>(tap.size() / 2), length = static_cast<long>(n);
  double sum = 0;
  for (long k = -radius; k <= radius; ++k) {
    const long at = ((static_cast<long>(i) + k) % (2 * length) + 2 * length) % (2 * length);
    if (std::min(at, 2 * length - 1 - at) == static_cast<long>(m)) sum += tap[static_cast<std::size_t>(k + radius)];
  }
  return sum;
}

Band make_band(const std::vector<double>& taps, std::size_t n, Way way, Edges edges) {
  const auto weight = edges == Edges::repeated ? &repeated_edge_weight : &reflected_edge_weight;
  const std::size_t radius = taps.size() / 2;
  Band band;
  band.width = std::min(n, taps.size());
  for (std::size_t i = 0; i < n; ++i) {
    band.first.push_back(std::min(i > radius ? i - radius : 0, n - band.width));
    for (std::size_t b = 0; b < band.width; ++b) {
      const std::size_t m = band.first.back() + b;
      band.weights.push_back(way == Way::forward ? weight(taps, i, m, n) : weight(taps, m, i, n));
    }
  }
  return band;
}

constexpr std::size_t lines = 32;  // worked together, side by side

STRIDE_CLONES void weighted_sum(const double* in, const double* weights, std::size_t count, double* out) {
  double sum[lines] = {};
  for (std::size_t b = 0; b < count; ++b)
    for (std::size_t j = 0; j < lines; ++j) sum[j] += weights[b] * in[b * lines + j];
  std::copy_n(sum, lines, out);
}

// All lines along one axis of a field seen as (outer, n, inner), `lines` of them at a time.
template <class Real>
void apply_along(Array<Real>& field, std::size_t n, std::size_t inner, const Band& band) {
  const std::size_t total = field.size() / n;
  std::vector<double> in(n * lines), out(n * lines);
  std::vector<Real*> start(lines);
  for (std::size_t first = 0; first < total; first += lines) {
    const std::size_t count = std::min(lines, total - first);
    for (std::size_t j = 0; j < count; ++j)
      start[j] = field.data() + (first + j) / inner * n * inner + (first + j) % inner;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < count; ++j) in[i * lines + j] = static_cast<double>(start[j][i * inner]);
    for (std::size_t i = 0; i < n; ++i)
      weighted_sum(&in[band.first[i] * lines], &band.weights[i * band.width], band.width, &out[i * lines]);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < count; ++j) start[j][i * inner] = static_cast<Real>(out[i * lines + j]);
  }
}

template <class Real>
void smooth_axis(Array<Real>& field, std::size_t axis, double sigma, Way way, Edges edges) {
  if (!(sigma > 0) || field.empty()) return;
  const Shape& shape = field.shape();
  std::size_t inner = 1;
  for (std::size_t a = axis + 1; a < shape.size(); ++a) inner *= shape[a];
  apply_along(field, shape[axis], inner, make_band(gaussian_weights(sigma), shape[axis], way, edges));
}

}  // namespace

std::vector<double> gaussian_weights(double sigma_cells) {
  if (!(sigma_cells > 0)) return {1.0};
  const auto radius = static_cast<long>(std::floor(4 * sigma_cells + 0.5));
  std::vector<double> weights;
  double sum = 0;
  for (long k = -radius; k <= radius; ++k) {
    const double x = static_cast<double>(k) / sigma_cells;
    weights.push_back(std::exp(-0.5 * x * x));
    sum += weights.back();
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

template <class Real>
void smooth(Array<Real>& field, const std::vector<double>& sigma_cells, Edges edges) {
  assert(sigma_cells.size() == field.rank());
  for (std::size_t axis = 0; axis < field.rank(); ++axis)
    smooth_axis(field, axis, sigma_cells[axis], Way::forward, edges);
}

template <class Real>
void smooth_adjoint(Array<Real>& field, const std::vector<double>& sigma_cells) {
  assert(sigma_cells.size() == field.rank());
  for (std::size_t axis = field.rank(); axis-- > 0;)
    smooth_axis(field, axis, sigma_cells[axis], Way::transposed, Edges::repeated);
}

template void smooth(Array<float>&, const std::vector<double>&, Edges);
template void smooth(Array<double>&, const std::vector<double>&, Edges);
template void smooth_adjoint(Array<float>&, const std::vector<double>&);
template void smooth_adjoint(Array<double>&, const std::vector<double>&);

}  // namespace stride::signal
