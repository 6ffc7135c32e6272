#include <fmt/format.h>

#include <limits>

#include "pipelines/steps/steps.hpp"

namespace stride::pipelines::steps {
namespace {

std::vector<Problem> check(const spec::Values& values, const CheckContext&) {
  const auto min = values.maybe_number("min"), max = values.maybe_number("max");
  if (!min || !max || *min <= *max) return {};
  return {{"min", fmt::format("min {} is above max {}", *min, *max)}};
}

template <class Real>
class Clip final : public EachSet<Real> {
 public:
  Clip(const spec::Values& values, const StepContext<Real>& context)
      : EachSet<Real>("clip", context),
        min_(static_cast<Real>(values.maybe_number("min").value_or(-infinity))),
        max_(static_cast<Real>(values.maybe_number("max").value_or(infinity))) {
    require("clip", check(values, {}));
  }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  void apply(Array<Real>& data, std::size_t) override {
    for (Real& x : data) x = x < min_ ? min_ : x > max_ ? max_ : x;
  }
  void apply_adjoint(Array<Real>& gradient, const Array<Real>& input, std::size_t) override {
    for (std::size_t i = 0; i < gradient.size(); ++i)
      if (input[i] < min_ || input[i] > max_) gradient[i] = 0;
  }

  Real min_;
  Real max_;
};

}  // namespace

StepInfo clip() {
  StepInfo info;
  info.name = "clip";
  info.summary = "holds a field within [min, max]";
  info.details =
      "Values below min become min, values above max become max; an absent side is open. Adjoint: passes where the "
      "value was inside (bounds included), zero outside.";
  info.acts = Acts::on_fields;
  info.linear = false;
  info.parameters = {
      spec::number("min", spec::Unit::none, "lowest value, in the field's unit; absent: open"),
      spec::number("max", spec::Unit::none, "highest value, in the field's unit; absent: open"),
  };
  info.check = check;
  info.enabled = [](const spec::Values& values) { return values.has("min") || values.has("max"); };
  return with_makers<Clip>(std::move(info));
}

}  // namespace stride::pipelines::steps
