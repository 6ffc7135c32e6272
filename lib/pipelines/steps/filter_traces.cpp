#include <fmt/format.h>

#include <variant>

#include "pipelines/steps/steps.hpp"
#include "signal/fir.hpp"
#include "signal/iir.hpp"

namespace stride::pipelines::steps {
namespace {

constexpr double nyquist = 0.5;  // in cycles per sample
constexpr double fir_width = 0.05;

struct CosWindow {
  std::vector<double> weights;
};
struct FirTaps {
  std::vector<double> taps;
};
struct Nothing {};  // no corner is given
using Filter = std::variant<Nothing, signal::SosFilter, FirTaps, CosWindow>;

signal::Pass pass_of(const spec::Values& values) {
  if (!values.has("f_min")) return signal::Pass::low;
  return values.has("f_max") ? signal::Pass::band : signal::Pass::high;
}

std::string type_of(const spec::Values& values) {
  return values.maybe_text("filter_type").value_or(pass_of(values) == signal::Pass::low ? "cos" : "butterworth");
}

bool has_corner(const spec::Values& values) {
  return values.has("f_min") || values.has("f_max");
}

Filter design(const spec::Values& values, double dt_s) {
  if (!has_corner(values)) return Nothing{};
  const Corners corner = corners(values, dt_s);
  const double low = corner.low.value_or(0), high = corner.high.value_or(nyquist);
  const std::string type = type_of(values);
  if (type == "cos") return CosWindow{signal::cos_weights(signal::cos_half_period(high))};
  if (type == "fir")
    return FirTaps{signal::kaiser_fir(pass_of(values), low, high, values.number("attenuation"), fir_width)};
  return signal::butterworth(static_cast<int>(values.integer("order")), pass_of(values), low, high);
}

// Samples that the zero-phase form extends each end by; 0 where it needs none.
std::size_t pad_of(const Filter& filter) {
  if (const auto* sos = std::get_if<signal::SosFilter>(&filter)) return signal::zero_phase_pad(*sos);
  if (const auto* fir = std::get_if<FirTaps>(&filter)) return signal::fir_zero_phase_pad(fir->taps);
  return 0;
}

std::string too_short(std::size_t samples, std::size_t pad) {
  return fmt::format(
      "the zero-phase filter extends each end by {} samples, so traces of {} samples are too short: {} is "
      "the shortest",
      pad, samples, pad + 1);
}

std::vector<Problem> check_types(const spec::Values& values) {
  std::vector<Problem> problems;
  const std::string type = type_of(values);
  if (type == "cos" && values.has("f_min"))
    problems.push_back({"filter_type", "cos is a low-pass only, but f_min is given; use butterworth or fir"});
  if (type != "butterworth" && values.given("order"))
    problems.push_back({"order", "order belongs to filter_type butterworth, this filter is " + type});
  if (type != "fir" && values.given("attenuation"))
    problems.push_back({"attenuation", "attenuation belongs to filter_type fir, this filter is " + type});
  return problems;
}

Problem at_or_above_nyquist(const std::string& key, const spec::Values& values, double corner_hz, double dt_s,
                            bool warning) {
  const bool relaxed = values.number("filter_relaxation") != 1;
  return {key,
          fmt::format("{} {} Hz{} is {} the Nyquist frequency {} Hz (dt {} s){}", key, values.number(key),
                      relaxed ? fmt::format(", relaxed to {} Hz,", corner_hz) : "", warning ? "above" : "at or above",
                      nyquist / dt_s, dt_s, warning ? ": the filter smooths little or nothing" : "; lower it"),
          warning};
}

std::vector<Problem> check_nyquist(const spec::Values& values, double dt_s) {
  std::vector<Problem> problems;
  const Corners corner = corners(values, dt_s);
  const bool cos = type_of(values) == "cos";
  if (corner.low && *corner.low >= nyquist)
    problems.push_back(at_or_above_nyquist("f_min", values, *corner.low / dt_s, dt_s, false));
  if (corner.high && (cos ? *corner.high > nyquist : *corner.high >= nyquist))
    problems.push_back(at_or_above_nyquist("f_max", values, *corner.high / dt_s, dt_s, cos));
  return problems;
}

std::vector<Problem> check(const spec::Values& values, const CheckContext& context) {
  if (!has_corner(values)) return {};
  std::vector<Problem> problems = check_corners(values);
  for (Problem& problem : check_types(values)) problems.push_back(std::move(problem));
  if (context.dt_s <= 0) return problems;
  for (Problem& problem : check_nyquist(values, context.dt_s)) problems.push_back(std::move(problem));
  const auto fatal = [](const Problem& problem) { return !problem.warning; };
  if (context.samples == 0 || !values.is_true("zero_phase") || std::any_of(problems.begin(), problems.end(), fatal))
    return problems;
  const std::size_t pad = pad_of(design(values, context.dt_s));
  if (pad != 0 && context.samples <= pad) problems.push_back({"zero_phase", too_short(context.samples, pad)});
  return problems;
}

template <class Real>
class FilterTraces final : public EachSet<Real> {
 public:
  FilterTraces(const spec::Values& values, const StepContext<Real>& context)
      : EachSet<Real>("filter_traces", context), zero_phase_(values.boolean("zero_phase")) {
    require("filter_traces", check(values, {context.dt_s, 0, false}));
    filter_ = design(values, context.dt_s);
  }

 private:
  void apply(Array<Real>& data, std::size_t set) override { run(data, set, false); }
  void apply_adjoint(Array<Real>& gradient, const Array<Real>&, std::size_t set) override { run(gradient, set, true); }

  void run(Array<Real>& data, std::size_t set, bool adjoint) {
    const std::size_t pad = zero_phase_ ? pad_of(filter_) : 0;
    if (pad != 0 && data.rows().cols <= pad)
      throw Error(ErrorKind::data, place(this->context_, this->role(set)), too_short(data.rows().cols, pad),
                  "use `zero_phase: false`");
    std::visit([&](const auto& filter) { run(filter, data.rows(), adjoint); }, filter_);
  }

  void run(const Nothing&, Rows<Real>, bool) const {}
  void run(const signal::SosFilter& filter, Rows<Real> traces, bool adjoint) const {
    if (zero_phase_)
      adjoint ? signal::filter_zero_phase_adjoint(filter, traces) : signal::filter_zero_phase(filter, traces);
    else
      adjoint ? signal::filter_causal_adjoint(filter, traces) : signal::filter_causal(filter, traces);
  }
  void run(const FirTaps& fir, Rows<Real> traces, bool adjoint) const {
    if (zero_phase_)
      adjoint ? signal::fir_zero_phase_adjoint(fir.taps, traces) : signal::fir_zero_phase(fir.taps, traces);
    else
      adjoint ? signal::convolve_causal_adjoint(fir.taps, traces) : signal::convolve_causal(fir.taps, traces);
  }
  void run(const CosWindow& cos, Rows<Real> traces, bool adjoint) const {
    if (zero_phase_)
      signal::convolve_centred(cos.weights, traces);
    else
      adjoint ? signal::convolve_causal_adjoint(cos.weights, traces) : signal::convolve_causal(cos.weights, traces);
  }

  bool zero_phase_;
  Filter filter_;
};

}  // namespace

StepInfo filter_traces() {
  StepInfo info;
  info.name = "filter_traces";
  info.summary = "low-, high- or band-pass filter along time";
  info.details =
      "Only f_max: low-pass; only f_min: high-pass; both: band-pass; none: nothing is done. The corners are relaxed "
      "outwards (f_min times filter_relaxation, f_max divided by it). butterworth: bilinear transform with pre-warped "
      "corners, second-order sections in double from zero initial state; zero-phase runs it forward and backward with "
      "odd extension. fir: Kaiser window, transition 0.05 of Nyquist, unit gain at the pass-band's centre. cos "
      "(low-pass only): weights 1 - cos(2 pi i/(2P+2)), P = round(1/(2 f_max dt)) samples, sum 1; its causal form "
      "delays by P samples. Corners at or above Nyquist are errors, except for cos. The adjoint is the exact "
      "transpose, extension and initial conditions included. Source: Oppenheim and Schafer, Discrete-Time Signal "
      "Processing, ch. 7; Kaiser (1974).";
  info.parameters = {
      f_min_key(),
      f_max_key(),
      spec::choice("filter_type", {"butterworth", "fir", "cos"},
                   "kind of filter; absent: cos for a low-pass, else butterworth"),
      filter_relaxation_key(),
      spec::boolean("zero_phase", "no delay and no phase shift: forward and backward, or centred for cos")
          .by_default("false"),
      spec::integer("order", spec::Unit::none, "order of butterworth; a band-pass has as many second-order sections")
          .at_least(1)
          .at_most(20)
          .by_default("8"),
      spec::number("attenuation", spec::Unit::decibel, "stop-band attenuation of fir").above(0).by_default("30"),
  };
  info.check = check;
  info.enabled = has_corner;
  return with_makers<FilterTraces>(std::move(info));
}

}  // namespace stride::pipelines::steps
