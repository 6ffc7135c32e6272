// The change of a field along one axis.
#include <vector>

#include "core/error.hpp"
#include "optimisation/constraint/axis_lines.hpp"
#include "optimisation/penalty/penalties.hpp"

namespace stride::optimisation::penalties {
namespace {

// r = G m along one line of at least two elements.
void slope(const std::vector<double>& m, std::vector<double>& r) {
  const std::size_t n = m.size();
  r[0] = m[1] - m[0];
  for (std::size_t k = 1; k + 1 < n; ++k) r[k] = (m[k + 1] - m[k - 1]) / 2;
  r[n - 1] = m[n - 1] - m[n - 2];
}

// g = G' r.
void slope_transposed(const std::vector<double>& r, std::vector<double>& g) {
  const std::size_t n = r.size();
  g.assign(n, 0);
  g[0] -= r[0];
  g[1] += r[0];
  for (std::size_t k = 1; k + 1 < n; ++k) {
    g[k - 1] -= r[k] / 2;
    g[k + 1] += r[k] / 2;
  }
  g[n - 2] -= r[n - 1];
  g[n - 1] += r[n - 1];
}

template <class Real>
class SmoothTime final : public Penalty<Real> {
 public:
  SmoothTime(double weight, const spec::Values& values) : Penalty<Real>(weight), axis_(values.integer("axis")) {}

  std::string name() const override { return "smooth_time"; }

 private:
  double evaluate(const Array<Real>& field, Array<Real>& gradient) const override {
    const auto rank = static_cast<std::int64_t>(field.rank());
    const std::int64_t axis = axis_ < 0 ? axis_ + rank : axis_;
    if (axis < 0 || axis >= rank)
      throw Error(
          ErrorKind::data, "",
          "penalty smooth_time: axis " + std::to_string(axis_) + " of a field of " + std::to_string(rank) + " axes",
          "give an axis of the field");
    const AxisLines lines(field.shape(), static_cast<std::size_t>(axis));
    const std::size_t n = lines.length;
    if (n < 2) return 0;
    std::vector<double> m(n), r(n), g(n);
    double sum = 0;
    lines.for_each([&](std::size_t first) {
      for (std::size_t k = 0; k < n; ++k) m[k] = static_cast<double>(field[first + k * lines.stride]);
      slope(m, r);
      for (const double difference : r) sum += difference * difference;
      slope_transposed(r, g);
      for (std::size_t k = 0; k < n; ++k) {
        Real& target = gradient[first + k * lines.stride];
        target = static_cast<Real>(static_cast<double>(target) + this->weight() * g[k]);
      }
    });
    return sum / 2;
  }

  std::int64_t axis_;
};

}  // namespace

PenaltyInfo smooth_time() {
  PenaltyInfo info;
  info.name = "smooth_time";
  info.summary = "half the sum of the squared slopes along one axis";
  info.details =
      "1/2 sum (G m)^2, G the slope per cell along the axis: central differences, one-sided ones at both ends. The "
      "derivative is G'G m, exact at the ends too.";
  info.parameters = {
      spec::integer("axis", spec::Unit::none, "the axis that counts as time; -1 is the last")
          .at_least(-1)
          .at_most(3)
          .by_default("-1"),
  };
  return with_makers<SmoothTime>(std::move(info));
}

}  // namespace stride::optimisation::penalties
