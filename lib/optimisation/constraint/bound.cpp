// Values between two bounds.
#include <algorithm>
#include <limits>

#include "core/error.hpp"
#include "optimisation/constraint/constraints.hpp"

namespace stride::optimisation::constraints {
namespace {

template <class Real>
class Bound final : public Constraint<Real> {
 public:
  explicit Bound(const spec::Values& values)
      : min_(values.maybe_number("min").value_or(-std::numeric_limits<double>::infinity())),
        max_(values.maybe_number("max").value_or(std::numeric_limits<double>::infinity())) {
    if (!values.has("min") && !values.has("max"))
      throw Error(ErrorKind::usage, "", "bound: bounds nothing", "give min, max or both");
    if (min_ > max_) throw Error(ErrorKind::usage, "", "bound: min is above max", "give min at most max");
  }

  std::string name() const override { return "bound"; }

  void project(Array<Real>& field) const override {
    const Real low = static_cast<Real>(min_), high = static_cast<Real>(max_);
    for (Real& x : field) x = std::clamp(x, low, high);
  }

 private:
  double min_, max_;
};

}  // namespace

ConstraintInfo bound() {
  ConstraintInfo info;
  info.name = "bound";
  info.summary = "values between min and max";
  info.details =
      "x clipped to [min, max], the nearest field within the bounds; an absent bound is open. The values are those of "
      "the field that is projected, in its own unit.";
  info.parameters = {
      spec::number("min", spec::Unit::none, "lowest value"),
      spec::number("max", spec::Unit::none, "highest value"),
  };
  return with_makers<Bound>(std::move(info));
}

}  // namespace stride::optimisation::constraints
