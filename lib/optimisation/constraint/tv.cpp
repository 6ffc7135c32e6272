// Total variation by Chambolle's projection algorithm.
#include <array>
#include <cassert>
#include <cmath>
#include <utility>
#include <vector>

#include "operators/reductions.hpp"
#include "optimisation/constraint/constraints.hpp"

namespace stride::optimisation::constraints {
namespace {

// The algorithm on one field. With the dual field p, one component per axis and 0 on that axis' far face:
// u = x + div p, p <- (p + tau grad u) / (1 + tau |grad u| / weight). That is Chambolle's p times -weight.
template <class Real>
class Chambolle {
 public:
  Chambolle(const Array<Real>& x, double weight)
      : x_(x), u_(Array<Real>::uninitialised(x.shape())), weight_(weight), rank_(x.rank()) {
    assert(rank_ >= 1 && rank_ <= 3);
    for (std::size_t axis = 0; axis < rank_; ++axis) {
      const std::size_t place = 3 - rank_ + axis;
      counts_[place] = x.shape()[axis];
      dual_[place] = Array<Real>::zeros(x.shape());
    }
    strides_ = {counts_[1] * counts_[2], counts_[2], 1};
  }

  // One iteration; gives |u - x|^2 + weight TV(u) of the u that field() has then.
  double iterate() {
    double squares = 0, variation = 0;
    for (std::size_t i = 0; i < counts_[0]; ++i)
      for (std::size_t j = 0; j < counts_[1]; ++j) squares += add_divergence(i, j);
    for (std::size_t i = 0; i < counts_[0]; ++i)
      for (std::size_t j = 0; j < counts_[1]; ++j) variation += move_dual(i, j);
    return squares + weight_ * variation;
  }

  Array<Real> field() && { return std::move(u_); }

 private:
  // u = x + div p along a row of the last axis; the row's sum of (div p)^2.
  double add_divergence(std::size_t i, std::size_t j) {
    const std::size_t row = i * strides_[0] + j * strides_[1];
    const std::array<bool, 3> has_before = {i > 0, j > 0, false};
    row_.assign(counts_[2], 0);
    for (std::size_t a = 3 - rank_; a < 3; ++a) {
      const Real* p = dual_[a].data() + row;
      for (std::size_t k = 0; k < counts_[2]; ++k) row_[k] += p[k];
      if (has_before[a])
        for (std::size_t k = 0; k < counts_[2]; ++k) row_[k] -= *(p + k - strides_[a]);
    }
    const Real* p = dual_[2].data() + row;
    for (std::size_t k = 1; k < counts_[2]; ++k) row_[k] -= p[k - 1];
    for (std::size_t k = 0; k < counts_[2]; ++k) u_[row + k] = x_[row + k] + row_[k];
    return operators::sum_of_squares(row_.data(), counts_[2]);
  }

  // Moves p along a row; the row's sum of |grad u|.
  double move_dual(std::size_t i, std::size_t j) {
    const std::size_t row = i * strides_[0] + j * strides_[1];
    const std::array<bool, 3> has_after = {i + 1 < counts_[0], j + 1 < counts_[1], true};
    const Real tau = static_cast<Real>(1.0 / (2.0 * static_cast<double>(rank_)));
    const Real relative = static_cast<Real>(static_cast<double>(tau) / weight_);
    const Real* u = u_.data() + row;
    double variation = 0;
    for (std::size_t k = 0; k < counts_[2]; ++k) {
      std::array<Real, 3> slope{};
      Real squares = 0;
      for (std::size_t a = 3 - rank_; a < 3; ++a) {
        const bool inside = a == 2 ? k + 1 < counts_[2] : has_after[a];
        slope[a] = inside ? u[k + strides_[a]] - u[k] : Real(0);
        squares += slope[a] * slope[a];
      }
      const Real length = std::sqrt(squares);
      for (std::size_t a = 3 - rank_; a < 3; ++a) {
        Real& p = dual_[a][row + k];
        p = (p + tau * slope[a]) / (1 + relative * length);
      }
      variation += static_cast<double>(length);
    }
    return variation;
  }

  const Array<Real>& x_;
  Array<Real> u_;
  double weight_;
  std::size_t rank_;
  std::array<std::size_t, 3> counts_ = {1, 1, 1};  // the field's axes stand last
  std::array<std::size_t, 3> strides_{};
  std::array<Array<Real>, 3> dual_;
  std::vector<Real> row_;
};

template <class Real>
class Tv final : public Constraint<Real> {
 public:
  explicit Tv(const spec::Values& values)
      : weight_(values.number("weight")),
        tolerance_(values.number("tolerance")),
        max_iterations_(values.integer("max_iterations")) {}

  std::string name() const override { return "tv"; }

  void project(Array<Real>& field) const override {
    if (field.empty()) return;
    Chambolle<Real> algorithm(field, weight_);
    const double first = algorithm.iterate();
    double last = first;
    for (std::int64_t iteration = 1; iteration < max_iterations_; ++iteration) {
      const double energy = algorithm.iterate();
      if (std::fabs(energy - last) <= tolerance_ * first) break;
      last = energy;
    }
    Array<Real> smoothed = std::move(algorithm).field();
    const double norm = std::sqrt(operators::sum_of_squares(smoothed));
    // Nothing is left to multiply where the field had no mean.
    if (norm != 0)
      operators::scale(smoothed.data(), smoothed.size(), std::sqrt(operators::sum_of_squares(field)) / norm);
    field = std::move(smoothed);
  }

 private:
  double weight_, tolerance_;
  std::int64_t max_iterations_;
};

}  // namespace

ConstraintInfo tv() {
  ConstraintInfo info;
  info.name = "tv";
  info.summary = "total variation made smaller: flat areas, sharp edges";
  info.details =
      "The minimiser u of 1/2 |u - x|^2 + weight TV(u), TV the sum over the cells of the length of the gradient per "
      "cell, by Chambolle's projection algorithm (2004) with step 1/(2 dim), until |u - x|^2 + weight TV(u) changes by "
      "no more than tolerance of its first value; then multiplied so that the norm stays that of x.";
  info.parameters = {
      spec::number("weight", spec::Unit::none, "strength, in the field's unit").above(0).required(),
      spec::number("tolerance", spec::Unit::none, "relative change that ends the iteration")
          .above(0)
          .below(1)
          .by_default("2e-4"),
      spec::integer("max_iterations", spec::Unit::none, "iterations after which it ends in any case")
          .at_least(1)
          .at_most(1e6)
          .by_default("200"),
  };
  return with_makers<Tv>(std::move(info));
}

}  // namespace stride::optimisation::constraints
