#include "pipelines/steps/steps.hpp"
#include "signal/fir.hpp"

namespace stride::pipelines::steps {
namespace {

template <class Real>
class ShiftTraces final : public EachSet<Real> {
 public:
  ShiftTraces(const spec::Values& values, const StepContext<Real>& context) : EachSet<Real>("shift_traces", context) {
    // Half a period of the highest frequency over two: the delay that a causal filter is taken to have.
    if (const auto high = corners(values, context.dt_s).high)
      shift_ = static_cast<std::size_t>(signal::round_half_even(1.0 / *high)) / 4;
  }

 private:
  void apply(Array<Real>& data, std::size_t) override {
    const Rows<Real> traces = data.rows();
    const std::size_t shift = std::min(shift_, traces.cols);
    for (std::size_t trace = 0; trace < traces.rows; ++trace) {
      Real* x = traces.row(trace);
      std::copy(x + shift, x + traces.cols, x);
      std::fill(x + traces.cols - shift, x + traces.cols, Real(0));
    }
  }

  void apply_adjoint(Array<Real>& gradient, const Array<Real>&, std::size_t) override {
    const Rows<Real> traces = gradient.rows();
    const std::size_t shift = std::min(shift_, traces.cols);
    for (std::size_t trace = 0; trace < traces.rows; ++trace) {
      Real* x = traces.row(trace);
      std::copy_backward(x, x + traces.cols - shift, x + traces.cols);
      std::fill_n(x, shift, Real(0));
    }
  }

  std::size_t shift_ = 0;
};

}  // namespace

StepInfo shift_traces() {
  StepInfo info;
  info.name = "shift_traces";
  info.summary = "shifts traces to earlier times by a quarter period of f_max";
  info.details =
      "Shifts left by round_half_even(1/(f_max dt/filter_relaxation)) // 4 samples; the vacated tail is zero. Without "
      "f_max nothing is done. Adjoint: the shift to the right.";
  info.parameters = {f_max_key(), filter_relaxation_key()};
  info.enabled = [](const spec::Values& values) { return values.has("f_max"); };
  return with_makers<ShiftTraces>(std::move(info));
}

}  // namespace stride::pipelines::steps
