// Total variation along the axes, by the proximal operator of each.
#include <cmath>
#include <utility>
#include <vector>

#include "operators/reductions.hpp"
#include "optimisation/constraint/axis_lines.hpp"
#include "optimisation/constraint/constraints.hpp"
#include "optimisation/constraint/tv_line.hpp"

namespace stride::optimisation::constraints {
namespace {

template <class Real>
double squared_distance(const Array<Real>& a, const Array<Real>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = static_cast<double>(a[i]) - static_cast<double>(b[i]);
    sum += difference * difference;
  }
  return sum;
}

template <class Real>
class Tvp final : public Constraint<Real> {
 public:
  explicit Tvp(const spec::Values& values)
      : weight_(values.number("weight")),
        tolerance_(values.number("tolerance")),
        max_iterations_(values.integer("max_iterations")) {}

  std::string name() const override { return "tvp"; }

  void project(Array<Real>& field) const override {
    if (field.empty()) return;
    std::vector<Array<Real>> corrections;
    for (std::size_t axis = 0; axis < field.rank(); ++axis) corrections.push_back(Array<Real>::zeros(field.shape()));
    Array<Real> before;
    for (std::int64_t cycle = 0; cycle < max_iterations_; ++cycle) {
      before = field.clone();
      for (std::size_t axis = 0; axis < field.rank(); ++axis) denoise(field, corrections[axis], axis);
      // One axis needs no combining.
      if (field.rank() == 1) break;
      if (squared_distance(field, before) <= tolerance_ * tolerance_ * operators::sum_of_squares(field)) break;
    }
  }

 private:
  // u <- prox(u + q), q <- what it took away, line by line.
  void denoise(Array<Real>& u, Array<Real>& q, std::size_t axis) const {
    const AxisLines lines(u.shape(), axis);
    std::vector<double> line(lines.length);
    TvLine tv;
    lines.for_each([&](std::size_t first) {
      for (std::size_t k = 0; k < lines.length; ++k) {
        const std::size_t at = first + k * lines.stride;
        q[at] += u[at];
        line[k] = static_cast<double>(q[at]);
      }
      tv.denoise(line, weight_);
      for (std::size_t k = 0; k < lines.length; ++k) {
        const std::size_t at = first + k * lines.stride;
        u[at] = static_cast<Real>(line[k]);
        q[at] -= u[at];
      }
    });
  }

  double weight_, tolerance_;
  std::int64_t max_iterations_;
};

}  // namespace

ConstraintInfo tvp() {
  ConstraintInfo info;
  info.name = "tvp";
  info.summary = "total variation along the axes made smaller, each line exactly";
  info.details =
      "The minimiser u of 1/2 |u - x|^2 + weight (sum of the magnitudes of the differences along every axis). Each "
      "line "
      "is solved exactly (Johnson, 2013); the axes are combined by proximal Dykstra cycles (Barbero and Sra, 2018) "
      "until "
      "a cycle changes u by no more than tolerance of its norm.";
  info.parameters = {
      spec::number("weight", spec::Unit::none, "strength, in the field's unit").above(0).required(),
      spec::number("tolerance", spec::Unit::none, "relative change that ends the iteration")
          .above(0)
          .below(1)
          .by_default("1e-6"),
      spec::integer("max_iterations", spec::Unit::none, "cycles after which it ends in any case")
          .at_least(1)
          .at_most(1e6)
          .by_default("200"),
  };
  return with_makers<Tvp>(std::move(info));
}

}  // namespace stride::optimisation::constraints
