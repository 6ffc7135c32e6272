// Another sampling interval.
#include <fmt/format.h>

#include "pipelines/steps/steps.hpp"
#include "signal/resample.hpp"

namespace stride::pipelines::steps {
namespace {

template <class Real>
class Resample final : public Step<Real> {
 public:
  Resample(const spec::Values& values, const StepContext<Real>& context)
      : dt_s_(context.dt_s), new_step_s_(values.maybe_number("new_step")) {}

  std::string name() const override { return "resample"; }

  Arrays<Real> forward(Arrays<Real> inputs) override {
    if (!new_step_s_) return inputs;
    for (Array<Real>& set : inputs)
      if (!set.empty()) set = signal::resample<Real>(set.rows(), dt_s_, *new_step_s_);
    return inputs;
  }

  Arrays<Real> adjoint(Arrays<Real> output_gradients, const Arrays<Real>& inputs) override {
    if (!new_step_s_) return output_gradients;
    for (std::size_t set = 0; set < output_gradients.size(); ++set) {
      Array<Real>& gradient = output_gradients[set];
      if (gradient.empty()) continue;
      const std::size_t samples = inputs[set].shape().back();
      gradient = signal::resample_adjoint<Real>(gradient.rows(), dt_s_, *new_step_s_, samples);
    }
    return output_gradients;
  }

 private:
  double dt_s_;
  std::optional<double> new_step_s_;
};

std::vector<Problem> check(const spec::Values& values, const CheckContext& context) {
  const auto new_step = values.maybe_number("new_step");
  if (!new_step || context.dt_s <= 0 || context.samples == 0) return {};
  const double record_s = context.dt_s * static_cast<double>(context.samples);
  if (*new_step <= record_s) return {};
  return {{"new_step", fmt::format("new_step {} s is longer than the record of {:.6g} s ({} samples of {} s)",
                                   *new_step, record_s, context.samples, context.dt_s)}};
}

}  // namespace

StepInfo resample() {
  StepInfo info;
  info.name = "resample";
  info.summary = "change the sampling interval of the traces";
  info.details =
      "Band-limited interpolation by a windowed sinc at t = t0 + n new_step, for as many n as still lie in the record; "
      "zeros are assumed outside. A longer interval first removes what the new Nyquist frequency, 1/(2 new_step), "
      "cannot hold. Steps after this one see the new interval. The adjoint is the exact transpose. Absent: nothing is "
      "done.";
  info.parameters = {spec::number("new_step", spec::Unit::seconds, "the new sampling interval").above(0)};
  info.check = check;
  info.enabled = [](const spec::Values& values) { return values.has("new_step"); };
  info.new_dt_s = [](const spec::Values& values) { return values.number("new_step"); };
  return with_makers<Resample>(std::move(info));
}

}  // namespace stride::pipelines::steps
