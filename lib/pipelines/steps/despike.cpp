// Replaces spikes by the running median.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "pipelines/steps/steps.hpp"
#include "signal/median.hpp"

namespace stride::pipelines::steps {
namespace {

// Standard deviation of a normal distribution over its median absolute deviation.
constexpr double normal_over_mad = 1.4826;

// Where each sample's new value comes from: itself, or the sample of its window that is the median.
template <class Real>
class Sources {
 public:
  Sources(const Real* trace, std::size_t samples, std::size_t window, double level)
      : trace_(trace), samples_(samples), half_(window / 2), deviations_(window), from_(samples) {
    const std::vector<Real> median = signal::running_median(trace, samples, window);
    for (std::size_t n = 0; n < samples; ++n) {
      const bool spike = is_spike(n, static_cast<double>(median[n]), level);
      from_[n] = spike ? sample_of(n, median[n]) : n;
      if (spike) ++spikes_;
    }
  }

  std::size_t spikes() const { return spikes_; }
  std::size_t operator[](std::size_t n) const { return from_[n]; }

 private:
  // The k-th sample of the window of n; the ends of the trace repeat, as in running_median.
  std::size_t in_window(std::size_t n, std::size_t k) const {
    const std::size_t shifted = n + k < half_ ? 0 : n + k - half_;
    return std::min(shifted, samples_ - 1);
  }

  // False for a NaN, and where the median is one.
  bool is_spike(std::size_t n, double median, double level) {
    const double deviation = std::abs(static_cast<double>(trace_[n]) - median);
    if (!(deviation > 0)) return false;
    for (std::size_t k = 0; k < deviations_.size(); ++k) {
      const double other = std::abs(static_cast<double>(trace_[in_window(n, k)]) - median);
      deviations_[k] = std::isnan(other) ? std::numeric_limits<double>::infinity() : other;
    }
    const auto middle = deviations_.begin() + static_cast<std::ptrdiff_t>(half_);
    std::nth_element(deviations_.begin(), middle, deviations_.end());
    return deviation > level * normal_over_mad * *middle;
  }

  std::size_t sample_of(std::size_t n, Real value) const {
    for (std::size_t k = 0; k < deviations_.size(); ++k)
      if (trace_[in_window(n, k)] == value) return in_window(n, k);
    return n;  // not reached: the median of an odd number of samples is one of them
  }

  const Real* trace_;
  std::size_t samples_;
  std::size_t half_;
  std::vector<double> deviations_;
  std::vector<std::size_t> from_;
  std::size_t spikes_ = 0;
};

template <class Real>
class Despike final : public EachSet<Real> {
 public:
  Despike(const spec::Values& values, const StepContext<Real>& context)
      : EachSet<Real>("despike", context),
        window_(static_cast<std::size_t>(values.maybe_integer("despike_window").value_or(0))),
        level_(values.number("despike_level")) {}

 private:
  void apply(Array<Real>& data, std::size_t set) override {
    if (window_ == 0) return;
    const Rows<Real> traces = data.rows();
    std::vector<Real> old(traces.cols);
    std::size_t spiked = 0;
    for (std::size_t r = 0; r < traces.rows; ++r) {
      Real* trace = traces.row(r);
      old.assign(trace, trace + traces.cols);
      const Sources<Real> from(old.data(), traces.cols, window_, level_);
      if (from.spikes() == 0) continue;
      ++spiked;
      for (std::size_t n = 0; n < traces.cols; ++n) trace[n] = old[from[n]];
    }
    if (spiked != 0) this->note(Note::Level::info, set, "traces with spikes replaced", spiked);
  }

  // y[n] = x[from[n]], hence each gradient goes to where the value came from.
  void apply_adjoint(Array<Real>& gradient, const Array<Real>& input, std::size_t /*set*/) override {
    if (window_ == 0) return;
    const Rows<Real> gradients = gradient.rows();
    const Rows<const Real> traces = input.rows();
    std::vector<double> sums(traces.cols);
    for (std::size_t r = 0; r < traces.rows; ++r) {
      const Sources<Real> from(traces.row(r), traces.cols, window_, level_);
      if (from.spikes() == 0) continue;
      std::fill(sums.begin(), sums.end(), 0.0);
      Real* g = gradients.row(r);
      for (std::size_t n = 0; n < traces.cols; ++n) sums[from[n]] += static_cast<double>(g[n]);
      for (std::size_t n = 0; n < traces.cols; ++n) g[n] = static_cast<Real>(sums[n]);
    }
  }

  std::size_t window_;  // samples; 0: not enabled
  double level_;
};

std::vector<Problem> check(const spec::Values& values, const CheckContext& context) {
  const auto window = values.maybe_integer("despike_window");
  if (!window) return {};
  if (*window < 3 || *window % 2 == 0)
    return {{"despike_window", fmt::format("despike_window is {} samples; it must be odd and at least 3", *window)}};
  if (context.samples != 0 && static_cast<std::size_t>(*window) > context.samples)
    return {{"despike_window", fmt::format("despike_window {} samples is longer than the record of {} samples", *window,
                                           context.samples)}};
  return {};
}

}  // namespace

StepInfo despike() {
  StepInfo info;
  info.name = "despike";
  info.summary = "replace spikes by the running median";
  info.details =
      "Hampel's filter (Pearson, IEEE Trans. Control Systems Technology 10, 2002): with m the median of the "
      "despike_window samples centred on n (the first and last sample repeat beyond the ends) and s = 1.4826 times the "
      "median of |x - m| over them, x[n] becomes m where |x[n] - m| > despike_level * s. Five samples or more can tell "
      "a "
      "sharp peak from a spike; three hardly can. An infinite sample is a spike, a NaN is left alone. The adjoint "
      "sends each gradient to the sample that the value came from, the decisions held. Absent: nothing is done.";
  info.parameters = {
      spec::integer("despike_window", spec::Unit::samples, "length of the median, odd").at_least(3),
      spec::number("despike_level", spec::Unit::none, "deviation, in robust standard deviations, that makes a spike")
          .by_default("3")
          .at_least(0),
  };
  info.linear = false;  // what is a spike depends on the data
  info.check = check;
  info.enabled = [](const spec::Values& values) { return values.has("despike_window"); };
  return with_makers<Despike>(std::move(info));
}

}  // namespace stride::pipelines::steps
