// Takes a transducer's resonance out of the wavelets.
#include <fmt/format.h>

#include "pipelines/steps/steps.hpp"
#include "signal/notch.hpp"

namespace stride::pipelines::steps {
namespace {

template <class Real>
class ResonanceFilter final : public EachSet<Real> {
 public:
  ResonanceFilter(const spec::Values& values, const StepContext<Real>& context)
      : EachSet<Real>("resonance_filter", context) {
    if (values.has("resonance_freq") && values.has("resonance_q"))
      filter_ = signal::resonance_inverse(values.number("resonance_freq") * context.dt_s, values.number("resonance_q"));
  }

 private:
  void apply(Array<Real>& data, std::size_t set) override {
    if (!filter_) return;
    if (is_wavelets(set))
      signal::filter_causal(*filter_, data.rows());
    else
      this->note(Note::Level::info, set, "is not wavelets: the resonance is left in it");
  }

  void apply_adjoint(Array<Real>& gradient, const Array<Real>& /*input*/, std::size_t set) override {
    if (filter_ && is_wavelets(set)) signal::filter_causal_adjoint(*filter_, gradient.rows());
  }

  bool is_wavelets(std::size_t set) const { return this->role(set) == "wavelets"; }

  std::optional<signal::SosFilter> filter_;
};

bool is_enabled(const spec::Values& values) {
  return values.has("resonance_freq") && values.has("resonance_q");
}

std::vector<Problem> check(const spec::Values& values, const CheckContext& context) {
  if (!is_enabled(values)) {
    if (values.has("resonance_freq")) return {{"resonance_freq", "needs `resonance_q`, the quality of the resonance"}};
    if (values.has("resonance_q")) return {{"resonance_q", "needs `resonance_freq`, the frequency of the resonance"}};
    return {};
  }
  const double frequency = values.number("resonance_freq");
  if (context.dt_s <= 0 || frequency * context.dt_s < 0.5) return {};
  return {
      {"resonance_freq", fmt::format("resonance_freq {} Hz must be below the Nyquist frequency of {:.10g} Hz (dt {} s)",
                                     frequency, 0.5 / context.dt_s, context.dt_s)}};
}

}  // namespace

StepInfo resonance_filter() {
  StepInfo info;
  info.name = "resonance_filter";
  info.summary = "take a transducer's resonance out of the wavelets";
  info.details =
      "The inverse of the two-pole resonance 1/(1 - 2 r cos(w)/z + r^2/z^2), with w = 2 pi resonance_freq dt and r = "
      "exp(-w/(2 resonance_q)): a causal notch whose zeros lie on the poles of the resonance, with two critically "
      "damped "
      "poles at exp(-w) and unit gain at 0 Hz. Works on wavelets; other sets pass unchanged, and a note says so. The "
      "adjoint filters the reversed trace. Takes both parameters; with neither nothing is done.";
  info.parameters = {
      spec::number("resonance_freq", spec::Unit::hertz, "frequency of the resonance, below Nyquist").above(0),
      spec::number("resonance_q", spec::Unit::none, "quality factor of the resonance").above(0),
  };
  info.check = check;
  info.enabled = is_enabled;
  return with_makers<ResonanceFilter>(std::move(info));
}

}  // namespace stride::pipelines::steps
