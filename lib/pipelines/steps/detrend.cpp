// Removes the mean or the least-squares line of each trace.
#include <cmath>

#include "pipelines/steps/steps.hpp"

namespace stride::pipelines::steps {
namespace {

// x minus its projection on the constants, and on the ramp centred on the trace. The two are orthogonal, so the
// projections are subtracted one by one; a single sample has no ramp.
template <class Real>
void remove_trend(Real* trace, std::size_t samples, bool linear) {
  double sum = 0;
  for (std::size_t n = 0; n < samples; ++n) sum += static_cast<double>(trace[n]);
  const double mean = sum / static_cast<double>(samples);
  double slope = 0;
  const double middle = 0.5 * static_cast<double>(samples - 1);
  if (linear && samples > 1) {
    double against_ramp = 0;
    double ramp_squared = 0;
    for (std::size_t n = 0; n < samples; ++n) {
      const double ramp = static_cast<double>(n) - middle;
      against_ramp += ramp * static_cast<double>(trace[n]);
      ramp_squared += ramp * ramp;
    }
    slope = against_ramp / ramp_squared;
  }
  for (std::size_t n = 0; n < samples; ++n) {
    const double trend = mean + slope * (static_cast<double>(n) - middle);
    trace[n] = static_cast<Real>(static_cast<double>(trace[n]) - trend);
  }
}

template <class Real>
class Detrend final : public EachSet<Real> {
 public:
  Detrend(const spec::Values& values, const StepContext<Real>& context)
      : EachSet<Real>("detrend", context), kind_(values.maybe_text("detrend").value_or("")) {}

 private:
  void apply(Array<Real>& data, std::size_t /*set*/) override {
    if (kind_.empty()) return;
    const Rows<Real> traces = data.rows();
    for (std::size_t r = 0; r < traces.rows; ++r) remove_trend(traces.row(r), traces.cols, kind_ == "linear");
  }

  // A projection is its own transpose.
  void apply_adjoint(Array<Real>& gradient, const Array<Real>& /*input*/, std::size_t set) override {
    apply(gradient, set);
  }

  std::string kind_;
};

}  // namespace

StepInfo detrend() {
  StepInfo info;
  info.name = "detrend";
  info.summary = "remove the mean or the straight line of each trace";
  info.details =
      "`mean` subtracts the mean of the trace; `linear` the straight line that fits the trace best in the sense of "
      "least squares over all of its samples, as SciPy's signal.detrend does. Sums are in double precision. A "
      "projection, hence its own transpose. Absent: nothing is done.";
  info.parameters = {spec::choice("detrend", {"mean", "linear"}, "what is removed")};
  info.enabled = [](const spec::Values& values) { return values.has("detrend"); };
  return with_makers<Detrend>(std::move(info));
}

}  // namespace stride::pipelines::steps
