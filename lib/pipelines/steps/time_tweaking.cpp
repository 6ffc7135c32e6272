// Moves each observed trace in time so that it meets the modelled one.
#include <fmt/format.h>

#include <cmath>

#include "core/error.hpp"
#include "pipelines/steps/steps.hpp"
#include "signal/cross_correlation.hpp"
#include "signal/resample.hpp"

namespace stride::pipelines::steps {
namespace {

// Whole samples that fit in max_shift.
std::size_t largest_lag(double max_shift_s, double dt_s) {
  return static_cast<std::size_t>(std::floor(max_shift_s / dt_s * (1 + 1e-9)));
}

template <class Real>
class TimeTweaking final : public Step<Real> {
 public:
  TimeTweaking(const spec::Values& values, const StepContext<Real>& context)
      : context_(context),
        max_shift_s_(values.maybe_number("max_shift")),
        strength_(values.number("tweak_strength")),
        modelled_(find_role(context, "modelled")),
        observed_(find_role(context, "observed")) {}

  std::string name() const override { return "time_tweaking"; }

  Arrays<Real> forward(Arrays<Real> inputs) override {
    if (!max_shift_s_) return inputs;
    if (!has_both(inputs)) {
      note(Note::Level::warning, "needs both modelled and observed: nothing was shifted", 0);
      return inputs;
    }
    const std::vector<double> delays = find_delays(inputs);
    const Rows<Real> traces = inputs[*observed_].rows();
    for (std::size_t r = 0; r < traces.rows; ++r)
      if (delays[r] != 0) signal::delay(traces.row(r), traces.cols, delays[r]);
    const auto still = static_cast<std::size_t>(std::count(delays.begin(), delays.end(), 0.0));
    if (still != traces.rows) note(Note::Level::info, "traces shifted onto the modelled ones", traces.rows - still);
    return inputs;
  }

  // With the lags held at those of `inputs`, only observed is moved, and back.
  Arrays<Real> adjoint(Arrays<Real> output_gradients, const Arrays<Real>& inputs) override {
    if (!max_shift_s_ || !has_both(inputs) || output_gradients[*observed_].empty()) return output_gradients;
    const std::vector<double> delays = find_delays(inputs);
    const Rows<Real> traces = output_gradients[*observed_].rows();
    for (std::size_t r = 0; r < traces.rows; ++r)
      if (delays[r] != 0) signal::delay_adjoint(traces.row(r), traces.cols, delays[r]);
    return output_gradients;
  }

 private:
  bool has_both(const Arrays<Real>& inputs) const {
    return modelled_ && observed_ && !inputs[*modelled_].empty() && !inputs[*observed_].empty();
  }

  void note(Note::Level level, const std::string& text, std::size_t count) const {
    if (context_.report != nullptr) context_.report->notes.push_back({level, name(), "observed", text, count});
  }

  // In samples, one per trace.
  std::vector<double> find_delays(const Arrays<Real>& inputs) const {
    const Rows<const Real> modelled = inputs[*modelled_].rows();
    const Rows<const Real> observed = inputs[*observed_].rows();
    if (modelled.rows != observed.rows || modelled.cols != observed.cols)
      throw Error(ErrorKind::data, place(context_, ""),
                  fmt::format("time_tweaking: modelled is {} and observed is {}", to_string(inputs[*modelled_].shape()),
                              to_string(inputs[*observed_].shape())),
                  "give both the same receivers and the same time axis");
    std::vector<double> delays(observed.rows);
    for (std::size_t r = 0; r < observed.rows; ++r)
      delays[r] = strength_ * signal::best_delay(modelled.row(r), observed.row(r), observed.cols,
                                                 largest_lag(*max_shift_s_, context_.dt_s));
    return delays;
  }

  StepContext<Real> context_;
  std::optional<double> max_shift_s_;
  double strength_;
  std::optional<std::size_t> modelled_;
  std::optional<std::size_t> observed_;
};

std::vector<Problem> check(const spec::Values& values, const CheckContext& context) {
  const auto max_shift = values.maybe_number("max_shift");
  if (!max_shift) return {};
  std::vector<Problem> problems;
  const double strength = values.number("tweak_strength");
  if (!(strength >= 0 && strength <= 1))
    problems.push_back({"tweak_strength", fmt::format("tweak_strength {} must lie between 0 and 1", strength)});
  if (context.dt_s > 0 && largest_lag(*max_shift, context.dt_s) == 0)
    problems.push_back({"max_shift", fmt::format("max_shift {} s is shorter than one sample of {} s: nothing could be "
                                                 "shifted",
                                                 *max_shift, context.dt_s)});
  const double record_s = context.dt_s * static_cast<double>(context.samples);
  if (record_s > 0 && *max_shift >= record_s)
    problems.push_back(
        {"max_shift", fmt::format("max_shift {} s must be shorter than the record of {:.6g} s", *max_shift, record_s)});
  return problems;
}

}  // namespace

StepInfo time_tweaking() {
  StepInfo info;
  info.name = "time_tweaking";
  info.summary = "shift each observed trace onto the modelled one";
  info.details =
      "Per trace, finds the delay d within +-max_shift that maximises sum over t of modelled(t) observed(t - d), in "
      "whole samples refined by a parabola through the peak and its neighbours, and delays observed by d times "
      "tweak_strength (band-limited: a phase ramp on a zero-padded FFT). Modelled is unchanged. With only one of the "
      "two sets nothing is shifted, and a warning says so. The adjoint is the opposite delay, the lags held. Absent: "
      "nothing is done.";
  info.parameters = {
      spec::number("max_shift", spec::Unit::seconds, "largest delay or advance that is tried").above(0),
      spec::number("tweak_strength", spec::Unit::none, "part of the delay that is applied")
          .by_default("1")
          .at_least(0)
          .at_most(1),
  };
  info.linear = false;  // lags depend on the data
  info.check = check;
  info.enabled = [](const spec::Values& values) { return values.has("max_shift"); };
  return with_makers<TimeTweaking>(std::move(info));
}

}  // namespace stride::pipelines::steps
