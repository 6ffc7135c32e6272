// Time integral of each trace.
#include "pipelines/steps/steps.hpp"

namespace stride::pipelines::steps {
namespace {

// y[0] = 0, y[n] = y[n-1] + dt (x[n-1] + x[n])/2, in place.
template <class Real>
void integrate(Real* trace, std::size_t samples, double dt_s) {
  double integral = 0;
  double previous = static_cast<double>(trace[0]);
  trace[0] = 0;
  for (std::size_t n = 1; n < samples; ++n) {
    const auto current = static_cast<double>(trace[n]);
    integral += 0.5 * dt_s * (previous + current);
    previous = current;
    trace[n] = static_cast<Real>(integral);
  }
}

// Transpose: with S[n] the sum of g[n..], x[n] weighs dt/2 in S[n] (but for n = 0) and dt/2 in S[n+1]. In place.
template <class Real>
void integrate_adjoint(Real* trace, std::size_t samples, double dt_s) {
  double later = 0;
  for (std::size_t n = samples; n-- > 0;) {
    const double here = n == 0 ? 0 : later + static_cast<double>(trace[n]);
    trace[n] = static_cast<Real>(0.5 * dt_s * (here + later));
    later = here;
  }
}

template <class Real>
class IntegrateTraces final : public EachSet<Real> {
 public:
  IntegrateTraces(const spec::Values& values, const StepContext<Real>& context)
      : EachSet<Real>("integrate_traces", context), is_on_(values.is_true("integrate")) {}

 private:
  using EachSet<Real>::context_;

  void apply(Array<Real>& data, std::size_t /*set*/) override {
    if (!is_on_) return;
    const Rows<Real> traces = data.rows();
    for (std::size_t r = 0; r < traces.rows; ++r) integrate(traces.row(r), traces.cols, context_.dt_s);
  }

  void apply_adjoint(Array<Real>& gradient, const Array<Real>& /*input*/, std::size_t /*set*/) override {
    if (!is_on_) return;
    const Rows<Real> traces = gradient.rows();
    for (std::size_t r = 0; r < traces.rows; ++r) integrate_adjoint(traces.row(r), traces.cols, context_.dt_s);
  }

  bool is_on_;
};

}  // namespace

StepInfo integrate_traces() {
  StepInfo info;
  info.name = "integrate_traces";
  info.summary = "integrate each trace over time";
  info.details =
      "Cumulative trapezoidal rule from the first sample: y[0] = 0, y[n] = y[n-1] + dt (x[n-1] + x[n])/2, with dt in "
      "seconds and the running sum in double precision. A constant offset becomes a ramp: `detrend` before it where "
      "that matters. The adjoint is the exact transpose. Not true: nothing is done.";
  info.parameters = {spec::boolean("integrate", "integrate the traces").by_default("false")};
  info.enabled = [](const spec::Values& values) { return values.is_true("integrate"); };
  return with_makers<IntegrateTraces>(std::move(info));
}

}  // namespace stride::pipelines::steps
