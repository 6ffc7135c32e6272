// Lets both ends of each trace go smoothly to zero.
#include "pipelines/steps/steps.hpp"
#include "signal/windows.hpp"

namespace stride::pipelines::steps {
namespace {

template <class Real>
class Taper final : public EachSet<Real> {
 public:
  Taper(const spec::Values& values, const StepContext<Real>& context)
      : EachSet<Real>("taper", context), fraction_(values.maybe_number("taper_fraction")) {}

 private:
  void apply(Array<Real>& data, std::size_t /*set*/) override {
    if (!fraction_) return;
    const Rows<Real> traces = data.rows();
    const std::vector<double> window = signal::tukey(traces.cols, *fraction_);
    for (std::size_t r = 0; r < traces.rows; ++r) {
      Real* trace = traces.row(r);
      for (std::size_t n = 0; n < traces.cols; ++n)
        trace[n] = static_cast<Real>(static_cast<double>(trace[n]) * window[n]);
    }
  }

  void apply_adjoint(Array<Real>& gradient, const Array<Real>& /*input*/, std::size_t set) override {
    apply(gradient, set);
  }

  std::optional<double> fraction_;
};

}  // namespace

StepInfo taper() {
  StepInfo info;
  info.name = "taper";
  info.summary = "taper both ends of each trace to zero by a cosine";
  info.details =
      "Multiplies by a symmetric Tukey window (Harris, 1978): the first and the last taper_fraction/2 of the trace "
      "rise "
      "and fall as (1 - cos)/2, the middle is 1. 0 is a rectangle, 1 a Hann window. Its own transpose. Absent: nothing "
      "is done.";
  info.parameters = {
      spec::number("taper_fraction", spec::Unit::none, "part of the trace that is taper, half of it at each end")
          .at_least(0)
          .at_most(1)};
  info.enabled = [](const spec::Values& values) { return values.maybe_number("taper_fraction").value_or(0) > 0; };
  return with_makers<Taper>(std::move(info));
}

}  // namespace stride::pipelines::steps
