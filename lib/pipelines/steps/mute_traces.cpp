#include <vector>

#include "pipelines/steps/steps.hpp"
#include "signal/fir.hpp"

namespace stride::pipelines::steps {
namespace {

template <class Real>
class MuteTraces final : public Step<Real> {
 public:
  MuteTraces(const spec::Values& values, const StepContext<Real>& context)
      : context_(context), modelled_(find_role(context, "modelled")), observed_(find_role(context, "observed")) {
    constexpr double shortest = 0.5;  // cycles per sample: a mask without f_max is smoothed over three samples
    weights_ = signal::cos_weights(signal::cos_half_period(corners(values, context.dt_s).high.value_or(shortest)));
  }

  std::string name() const override { return "mute_traces"; }

  Arrays<Real> forward(Arrays<Real> inputs) override {
    if (!applies(inputs))
      say_not_applied();
    else
      multiply(inputs[*modelled_], mask(inputs));
    return inputs;
  }

  Arrays<Real> adjoint(Arrays<Real> output_gradients, const Arrays<Real>& inputs) override {
    if (applies(inputs) && !output_gradients[*modelled_].empty()) multiply(output_gradients[*modelled_], mask(inputs));
    return output_gradients;
  }

 private:
  bool applies(const Arrays<Real>& inputs) const {
    return modelled_ && observed_ && !inputs[*modelled_].empty() && !inputs[*observed_].empty();
  }

  // 0 where observed is exactly 0, else 1, smoothed along time with zeros outside.
  Array<Real> mask(const Arrays<Real>& inputs) const {
    const Array<Real>& observed = inputs[*observed_];
    const Shape& shape = inputs[*modelled_].shape();
    if (observed.shape() != shape)
      throw Error(ErrorKind::data, place(context_, "modelled"),
                  "mute_traces needs sets of one shape: modelled is " + to_string(shape) + ", observed " +
                      to_string(observed.shape()));
    Array<Real> result = Array<Real>::uninitialised(shape);
    std::transform(observed.begin(), observed.end(), result.begin(),
                   [](Real sample) { return sample == Real(0) ? Real(0) : Real(1); });
    signal::convolve_centred(weights_, result.rows());
    return result;
  }

  static void multiply(Array<Real>& data, const Array<Real>& factors) {
    for (std::size_t i = 0; i < data.size(); ++i) data[i] *= factors[i];
  }

  void say_not_applied() {
    if (context_.report == nullptr || said_) return;
    said_ = true;
    context_.report->notes.push_back({Note::Level::info, name(), context_.roles.empty() ? "" : context_.roles[0],
                                      "nothing muted: modelled and observed traces are both needed", 0});
  }

  StepContext<Real> context_;
  std::optional<std::size_t> modelled_;
  std::optional<std::size_t> observed_;
  std::vector<double> weights_;
  bool said_ = false;
};

}  // namespace

StepInfo mute_traces() {
  StepInfo info;
  info.name = "mute_traces";
  info.summary = "mutes modelled traces where the observed ones are exactly zero";
  info.details =
      "Needs modelled and observed; with one of them alone it does nothing, and says so. The mask is 0 where observed "
      "is exactly 0, else 1, smoothed along time by the zero-phase cos low-pass of filter_traces at f_max/"
      "filter_relaxation, zeros outside the record; without f_max by the weights 0.25, 0.5, 0.25. modelled is "
      "multiplied by it, observed unchanged. Adjoint: modelled's gradient is multiplied by the mask of the forward "
      "run; observed gets none through the mask.";
  info.parameters = {f_max_key(), filter_relaxation_key()};
  return with_makers<MuteTraces>(std::move(info));
}

}  // namespace stride::pipelines::steps
