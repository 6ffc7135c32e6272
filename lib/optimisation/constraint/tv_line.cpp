#include "optimisation/constraint/tv_line.hpp"

#include <algorithm>
#include <limits>

#include "operators/reductions.hpp"

namespace stride::optimisation {

double TvLine::from_left(Piece& piece, double level) {
  while (first_ < last_) {
    const Knot& knot = knots_[first_];
    if (piece.slope * knot.at + piece.offset >= level) break;
    piece.slope += knot.slope;
    piece.offset += knot.offset;
    ++first_;
  }
  return (level - piece.offset) / piece.slope;
}

double TvLine::from_right(Piece& piece, double level) {
  while (first_ < last_) {
    const Knot& knot = knots_[last_ - 1];
    if (piece.slope * knot.at + piece.offset <= level) break;
    piece.slope -= knot.slope;
    piece.offset -= knot.offset;
    --last_;
  }
  return (level - piece.offset) / piece.slope;
}

// The cost of u_0..u_k, the earlier ones chosen best, has as a function of u_k = b an increasing, piecewise linear
// derivative: the one of k - 1 held in [-weight, weight], plus b - y_k. The best u_{k-1} for a given u_k is u_k held
// between the places where the derivative of k - 1 passes -weight and weight.
void TvLine::denoise(std::span<double> y, double weight) {
  const std::size_t n = y.size();
  if (!operators::all_finite(y.data(), n)) {
    std::fill(y.begin(), y.end(), std::numeric_limits<double>::quiet_NaN());
    return;
  }
  if (n < 2) return;
  const double origin = y[0];  // offsets stay small for values far from zero
  for (double& value : y) value -= origin;
  low_.resize(n);
  high_.resize(n);
  knots_.resize(2 * n);
  first_ = last_ = n;  // each sample adds at most one knot on either side
  for (std::size_t k = 0; k + 1 < n; ++k) {
    const double outside = k == 0 ? 0 : weight;  // the derivative of k - 1 beyond its bounds
    Piece left{1, -outside - y[k]}, right{1, outside - y[k]};
    low_[k] = from_left(left, -weight);
    high_[k] = from_right(right, weight);
    knots_[--first_] = {low_[k], left.slope, left.offset + weight};
    knots_[last_++] = {high_[k], -right.slope, weight - right.offset};
  }
  Piece left{1, -weight - y[n - 1]};
  y[n - 1] = from_left(left, 0);
  for (std::size_t k = n - 1; k-- > 0;) y[k] = std::max(low_[k], std::min(high_[k], y[k + 1]));
  for (double& value : y) value += origin;
}

}  // namespace stride::optimisation
