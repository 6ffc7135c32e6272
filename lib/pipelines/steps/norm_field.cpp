#include <optional>

#include "pipelines/steps/steps.hpp"

namespace stride::pipelines::steps {
namespace {

// (min+max)/2 of the model (of 1/model, taken as 1/((min+max)/2), for a gradient of slowness) times the change that is
// guessed at; 1 without a model, or for a guess of 0.
template <class Real>
double expected_change(const StepContext<Real>& context, double guess_percent) {
  if (context.model == nullptr || context.model->empty() || guess_percent == 0) return 1;
  const auto [min, max] = std::minmax_element(context.model->begin(), context.model->end());
  const double middle = (static_cast<double>(*min) + static_cast<double>(*max)) / 2;
  if (context.model_is_slowness && middle == 0)
    throw Error(ErrorKind::data, place(context, context.model_name),
                "norm_field needs 1/((min+max)/2) of the model, and min+max is 0", "give a velocity model");
  return (context.model_is_slowness ? 1 / middle : middle) * guess_percent / 100;
}

template <class Real>
class NormField final : public EachSet<Real>, public KeepsState {
 public:
  NormField(const spec::Values& values, const StepContext<Real>& context)
      : EachSet<Real>("norm_field", context),
        global_(values.boolean("global_norm")),
        change_(expected_change(context, values.number("norm_guess_change"))) {}

  // The first divisor's max|x|, once there is one.
  std::vector<double> state() const override { return kept_ ? std::vector<double>{*kept_} : std::vector<double>{}; }
  void restore_state(const std::vector<double>& state) override {
    if (state.size() > 1)
      throw Error(ErrorKind::data, "norm_field",
                  "a kept state of " + std::to_string(state.size()) + " numbers, where one is due",
                  "restart from a checkpoint of the same pipeline");
    kept_.reset();
    if (!state.empty()) kept_ = state[0];
  }

 private:
  void apply(Array<Real>& data, std::size_t set) override {
    if (!operators::all_finite(data.data(), data.size()))
      throw Error(ErrorKind::failed, place(this->context_, this->role(set)),
                  "norm_field: the field has NaN or infinite values", "look at the shots that it was made of");
    const double largest = operators::largest_magnitude(data.data(), data.size());
    if (largest == 0) {
      this->note(Note::Level::warning, set, "the field is zero everywhere: not normalised");
      return;
    }
    if (global_ && !kept_) kept_ = largest;
    operators::scale(data.data(), data.size(), change_ / (divisor_of(largest) + norm_guard));
  }

  // y = c x/(M + e), M = |x_k| the largest:  x' = c g/(M + e), and at k less sign(x_k) c <g,x>/(M + e)^2. A divisor
  // kept from another field is a constant.
  void apply_adjoint(Array<Real>& gradient, const Array<Real>& input, std::size_t) override {
    const double largest = operators::largest_magnitude(input.data(), input.size());
    if (largest == 0) {
      std::fill(gradient.begin(), gradient.end(), Real(0));
      return;
    }
    const double divisor = divisor_of(largest) + norm_guard;
    const double product = operators::dot(gradient.data(), input.data(), input.size());
    operators::scale(gradient.data(), gradient.size(), change_ / divisor);
    if (divisor_of(largest) != largest) return;
    const auto k = static_cast<std::size_t>(
        std::find_if(input.begin(), input.end(), [&](Real x) { return std::fabs(static_cast<double>(x)) == largest; }) -
        input.begin());
    const double own = change_ * product / divisor / divisor;
    gradient[k] = static_cast<Real>(static_cast<double>(gradient[k]) - (input[k] < 0 ? -own : own));
  }

  double divisor_of(double largest) const { return global_ && kept_ ? *kept_ : largest; }

  bool global_;
  double change_;
  std::optional<double> kept_;
};

}  // namespace

StepInfo norm_field() {
  StepInfo info;
  info.name = "norm_field";
  info.summary = "divides a field by its largest magnitude and gives it the size of a model update";
  info.details =
      "y = x / (max|x| + 1e-31); with global_norm the first divisor is kept for later calls, and is part of a "
      "checkpoint. With a model, y is multiplied by (min+max)/2 of it times norm_guess_change/100; for a gradient of "
      "slowness the middle is 1/((min+max)/2) of the velocity. A field of zeros stays zero and has a zero gradient. "
      "The "
      "adjoint includes the maximum's own derivative, unless the divisor was kept from another field.";
  info.acts = Acts::on_fields;
  info.trace_by_trace = false;
  info.linear = false;
  info.parameters = {
      spec::boolean("global_norm", "keep the first divisor for all later calls").by_default("false"),
      spec::number("norm_guess_change", spec::Unit::percent,
                   "largest change of the model that a step of 1 makes; 0: do not scale by the model")
          .at_least(0)
          .by_default("0.5"),
  };
  return with_makers<NormField>(std::move(info));
}

}  // namespace stride::pipelines::steps
