// Weights that depend on time only: a power of time, a tapered window.
#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <numbers>

#include "core/error.hpp"
#include "pipelines/steps/steps.hpp"

namespace stride::pipelines::steps {
namespace {

struct Window {
  double first_s = 0;
  double last_s = 0;
  double taper_s = 0;

  // 1 inside, rising and falling as (1 - cos)/2 over the taper, which lies inside; 0 outside.
  double at(double t_s) const {
    const double depth = std::min(t_s - first_s, last_s - t_s);
    if (depth < 0) return 0;
    if (depth >= taper_s) return 1;
    return 0.5 * (1 - std::cos(std::numbers::pi * depth / taper_s));
  }
};

// A time that is a sample's but for rounding counts as that sample's.
double snapped_to_samples(double t_s, double t0_s, double dt_s) {
  const double sample = (t_s - t0_s) / dt_s;
  const double nearest = std::round(sample);
  return std::abs(sample - nearest) < 1e-6 ? nearest : sample;
}

template <class Real>
class TimeWeighting final : public EachSet<Real> {
 public:
  TimeWeighting(const spec::Values& values, const StepContext<Real>& context)
      : EachSet<Real>("time_weighting", context), power_(values.maybe_number("time_power")) {
    if (!values.has("time_window")) return;
    const std::vector<double>& w = values.numbers("time_window");
    assert(w.size() == 3);
    window_ = Window{w[0], w[1], w[2]};
  }

 private:
  using EachSet<Real>::context_;

  void apply(Array<Real>& data, std::size_t /*set*/) override {
    const Rows<Real> traces = data.rows();
    const std::vector<double> weight = weights(traces.cols);
    for (std::size_t r = 0; r < traces.rows; ++r) {
      Real* trace = traces.row(r);
      for (std::size_t n = 0; n < traces.cols; ++n)
        trace[n] = weight[n] == 0 ? Real(0) : static_cast<Real>(static_cast<double>(trace[n]) * weight[n]);
    }
  }

  void apply_adjoint(Array<Real>& gradient, const Array<Real>& /*input*/, std::size_t set) override {
    apply(gradient, set);
  }

  std::vector<double> weights(std::size_t samples) const {
    std::vector<double> weight(samples, 1.0);
    if (power_ && samples > 1)
      for (std::size_t n = 0; n < samples; ++n)
        weight[n] = std::pow(static_cast<double>(n) / static_cast<double>(samples - 1), *power_);
    if (window_) apply_window(weight);
    return weight;
  }

  // In samples from the first one, so that the ends of the window meet samples exactly.
  void apply_window(std::vector<double>& weight) const {
    const Window in_samples{snapped_to_samples(window_->first_s, context_.t0_s, context_.dt_s),
                            snapped_to_samples(window_->last_s, context_.t0_s, context_.dt_s),
                            window_->taper_s / context_.dt_s};
    const auto last = static_cast<double>(weight.size() - 1);
    if (std::max(0.0, std::ceil(in_samples.first_s)) > std::min(last, std::floor(in_samples.last_s)))
      throw Error(ErrorKind::usage, place(context_, ""),
                  fmt::format("time_weighting: the time_window from {} s to {} s holds no sample of the record, which "
                              "runs from {:.6g} s to {:.6g} s",
                              window_->first_s, window_->last_s, context_.t0_s, context_.t0_s + last * context_.dt_s),
                  "give a time_window that overlaps the record");
    for (std::size_t n = 0; n < weight.size(); ++n) weight[n] *= in_samples.at(static_cast<double>(n));
  }

  std::optional<double> power_;
  std::optional<Window> window_;
};

std::vector<Problem> check(const spec::Values& values, const CheckContext& /*context*/) {
  if (!values.has("time_window")) return {};
  const std::vector<double>& w = values.numbers("time_window");
  if (w.size() != 3)
    return {{"time_window", fmt::format("has {} values; it takes 3, [first, last, taper] in s", w.size())}};
  std::vector<Problem> problems;
  if (!(w[0] < w[1]))
    problems.push_back({"time_window", fmt::format("ends at {} s, not after its start at {} s; the order is [first, "
                                                   "last, taper]",
                                                   w[1], w[0])});
  if (w[2] < 0) problems.push_back({"time_window", fmt::format("has a taper of {} s; it must be 0 or more", w[2])});
  if (w[0] < w[1] && 2 * w[2] > (w[1] - w[0]) * (1 + 1e-9))
    problems.push_back({"time_window", fmt::format("has tapers of {} s at both ends, more than its length of {:.6g} s",
                                                   w[2], w[1] - w[0])});
  return problems;
}

}  // namespace

StepInfo time_weighting() {
  StepInfo info;
  info.name = "time_weighting";
  info.summary = "weight samples by a power of time, or by a tapered time window";
  info.details =
      "Multiplies by ((t - t0)/T)^time_power, where t0 is the time of the first sample and T the time from the first "
      "to "
      "the last, so that the last sample keeps its value (a record of one sample does too); and by the window "
      "time_window = [first, last, taper], in s on the axis of the record: 0 outside first..last, rising and falling "
      "as "
      "(1 - cos)/2 over `taper` seconds inside both ends, 1 between. With both, the product. Its own transpose. "
      "Neither given: nothing is done.";
  info.parameters = {
      spec::number("time_power", spec::Unit::none, "power of the time since the first sample").at_least(0),
      spec::numbers("time_window", spec::Unit::seconds, "start, end and taper of the window that is kept"),
  };
  info.check = check;
  info.enabled = [](const spec::Values& values) { return values.has("time_power") || values.has("time_window"); };
  return with_makers<TimeWeighting>(std::move(info));
}

}  // namespace stride::pipelines::steps
