// Automatic gain control: each sample is divided by the RMS of its neighbourhood.
#include <fmt/format.h>

#include <cmath>

#include "pipelines/steps/steps.hpp"

namespace stride::pipelines::steps {
namespace {

// An RMS below this part of the trace's largest is raised to it, so that silence is not blown up into noise.
constexpr double floor_fraction = 1e-3;

// sum[n] = sum of terms[0..n).
std::vector<double> running_sums(const std::vector<double>& terms) {
  std::vector<double> sums(terms.size() + 1, 0.0);
  for (std::size_t n = 0; n < terms.size(); ++n) sums[n + 1] = sums[n] + terms[n];
  return sums;
}

struct Window {
  std::size_t first = 0;
  std::size_t end = 0;
  double count() const { return static_cast<double>(end - first); }
};

// The 2*half+1 samples around n, cut at the ends of the trace. m is in the window of n where n is in that of m.
Window window_around(std::size_t n, std::size_t half, std::size_t samples) {
  return {n > half ? n - half : 0, std::min(samples, n + half + 1)};
}

// The divisor of each sample of a trace, and what its derivative needs.
struct Gain {
  std::vector<double> rms;
  std::size_t loudest = 0;  // sample of the largest RMS, the first of equals
  double floor = 0;

  bool is_floored(std::size_t n) const { return rms[n] < floor; }
  double divisor(std::size_t n) const { return is_floored(n) ? floor : rms[n]; }
};

template <class Real>
Gain gain_of(const Real* trace, std::size_t samples, std::size_t half) {
  std::vector<double> squares(samples);
  for (std::size_t n = 0; n < samples; ++n) squares[n] = static_cast<double>(trace[n]) * static_cast<double>(trace[n]);
  const std::vector<double> sums = running_sums(squares);
  Gain gain;
  gain.rms.resize(samples);
  for (std::size_t n = 0; n < samples; ++n) {
    const Window window = window_around(n, half, samples);
    gain.rms[n] = std::sqrt((sums[window.end] - sums[window.first]) / window.count());
    if (gain.rms[n] > gain.rms[gain.loudest]) gain.loudest = n;
  }
  gain.floor = floor_fraction * gain.rms[gain.loudest];
  return gain;
}

// With d the divisor, y[n] = x[n]/d[n], hence x'[m] = g[m]/d[m] - sum over n of g[n] x[n]/d[n]^2 times the derivative
// of d[n] by x[m]; that of an RMS over the c samples of a window is x[m]/(c rms).
template <class Real>
void divide_adjoint(Real* gradient, const Real* trace, std::size_t samples, std::size_t half) {
  const Gain gain = gain_of(trace, samples, half);
  if (gain.floor == 0) return;
  std::vector<double> by_rms(samples, 0.0);
  double by_floor = 0;
  for (std::size_t n = 0; n < samples; ++n) {
    const double d = gain.divisor(n);
    const double by_divisor = -static_cast<double>(gradient[n]) * static_cast<double>(trace[n]) / (d * d);
    (gain.is_floored(n) ? by_floor : by_rms[n]) += by_divisor;
  }
  by_rms[gain.loudest] += floor_fraction * by_floor;
  for (std::size_t n = 0; n < samples; ++n)
    if (by_rms[n] != 0) by_rms[n] /= window_around(n, half, samples).count() * gain.rms[n];
  const std::vector<double> sums = running_sums(by_rms);
  for (std::size_t m = 0; m < samples; ++m) {
    const Window window = window_around(m, half, samples);
    const double through_divisors = static_cast<double>(trace[m]) * (sums[window.end] - sums[window.first]);
    gradient[m] = static_cast<Real>(static_cast<double>(gradient[m]) / gain.divisor(m) + through_divisors);
  }
}

// Length in s, or nullopt for the default of a tenth of the trace.
std::optional<double> window_s(const spec::Values& values) {
  if (values.has("agc_window")) return values.number("agc_window");
  if (values.has("f_max")) return 2 / values.number("f_max");
  return std::nullopt;
}

template <class Real>
class Agc final : public EachSet<Real> {
 public:
  Agc(const spec::Values& values, const StepContext<Real>& context)
      : EachSet<Real>("agc", context), is_on_(values.is_true("agc")), window_s_(window_s(values)) {}

 private:
  using EachSet<Real>::context_;

  void apply(Array<Real>& data, std::size_t set) override {
    if (!is_on_) return;
    const Rows<Real> traces = data.rows();
    const std::size_t half = half_window(traces.cols);
    std::size_t silent = 0;
    for (std::size_t r = 0; r < traces.rows; ++r) {
      Real* trace = traces.row(r);
      const Gain gain = gain_of(trace, traces.cols, half);
      if (gain.floor == 0) {
        ++silent;
        continue;
      }
      for (std::size_t n = 0; n < traces.cols; ++n)
        trace[n] = static_cast<Real>(static_cast<double>(trace[n]) / gain.divisor(n));
    }
    if (silent != 0) this->note(Note::Level::info, set, "traces that are zero, left as they are", silent);
  }

  void apply_adjoint(Array<Real>& gradient, const Array<Real>& input, std::size_t /*set*/) override {
    if (!is_on_) return;
    const Rows<Real> gradients = gradient.rows();
    const Rows<const Real> traces = input.rows();
    const std::size_t half = half_window(traces.cols);
    for (std::size_t r = 0; r < traces.rows; ++r) divide_adjoint(gradients.row(r), traces.row(r), traces.cols, half);
  }

  // Half of the window in whole samples; a window that covers all is as good as any longer one.
  std::size_t half_window(std::size_t samples) const {
    const double window = window_s_ ? *window_s_ / context_.dt_s : 0.1 * static_cast<double>(samples);
    return static_cast<std::size_t>(std::min(std::round(0.5 * window), static_cast<double>(samples)));
  }

  bool is_on_;
  std::optional<double> window_s_;
};

std::vector<Problem> check(const spec::Values& values, const CheckContext& context) {
  const auto window = window_s(values);
  if (!values.is_true("agc") || !window || context.dt_s <= 0 || context.samples == 0) return {};
  const double record_s = context.dt_s * static_cast<double>(context.samples);
  if (*window <= record_s) return {};
  if (values.has("agc_window"))
    return {{"agc_window", fmt::format("agc_window {} s is longer than the record of {:.6g} s ({} samples of {} s)",
                                       *window, record_s, context.samples, context.dt_s)}};
  return {
      {"agc",
       fmt::format("the window of 2/f_max = {:.6g} s is longer than the record of {:.6g} s ({} samples of {} s); give "
                   "a shorter agc_window",
                   *window, record_s, context.samples, context.dt_s)}};
}

}  // namespace

StepInfo agc() {
  StepInfo info;
  info.name = "agc";
  info.summary = "automatic gain control: divide by the local RMS";
  info.details =
      "y[n] = x[n]/max(rms[n], 0.001 R), where rms[n] is the root of the mean square of the samples in a window of "
      "agc_window seconds centred on n (an odd number of samples, fewer at the ends of the trace) and R the largest "
      "rms of the trace. agc_window is 2/f_max by default, or a tenth of the trace where f_max is not given. A trace "
      "of zeros stays so, and is counted. The adjoint includes the derivatives of the RMS and of R. Not true: nothing "
      "is done.";
  info.parameters = {
      spec::boolean("agc", "apply the gain control").by_default("false"),
      spec::number("agc_window", spec::Unit::seconds, "length of the window; 2/f_max, else a tenth of the trace")
          .above(0),
      f_max_key(),
  };
  info.linear = false;
  info.check = check;
  info.enabled = [](const spec::Values& values) { return values.is_true("agc"); };
  return with_makers<Agc>(std::move(info));
}

}  // namespace stride::pipelines::steps
