// Small values moved to zero, or to a value of the user's.
#include <cmath>

#include "optimisation/constraint/constraints.hpp"

namespace stride::optimisation::constraints {
namespace {

template <class Real>
class Thresholding final : public Constraint<Real> {
 public:
  explicit Thresholding(const spec::Values& values)
      : value_(values.number("value")),
        power_(values.text("mode") == "soft"      ? 1
               : values.text("mode") == "garrote" ? 2
                                                  : 0),
        substitute_(values.number("substitute")) {}

  std::string name() const override { return "thresholding"; }

  void project(Array<Real>& field) const override {
    for (Real& x : field) x = static_cast<Real>(moved(static_cast<double>(x)));
  }

 private:
  double moved(double x) const {
    const double size = std::fabs(x);
    if (size < value_) return substitute_;
    if (power_ == 0 || value_ == 0) return x;
    const double ratio = value_ / size;
    return x * (1 - (power_ == 1 ? ratio : ratio * ratio));
  }

  double value_;
  int power_;  // of value/|x|; 0: what is above the threshold stays
  double substitute_;
};

}  // namespace

ConstraintInfo thresholding() {
  ConstraintInfo info;
  info.name = "thresholding";
  info.summary = "values below a threshold go to zero, or to a substitute";
  info.details =
      "Where |x| < value: substitute. Elsewhere soft: x (1 - value/|x|); garrote: x (1 - value^2/|x|^2); hard and "
      "substitute: x as it is (Donoho and Johnstone, 1994; Gao, 1998).";
  info.parameters = {
      spec::choice("mode", {"soft", "garrote", "hard", "substitute"}, "the rule").required(),
      spec::number("value", spec::Unit::none, "the threshold, in the field's unit").required().at_least(0),
      spec::number("substitute", spec::Unit::none, "what stands below the threshold").by_default("0"),
  };
  return with_makers<Thresholding>(std::move(info));
}

}  // namespace stride::optimisation::constraints
