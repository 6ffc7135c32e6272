#include "pipelines/steps/steps.hpp"

namespace stride::pipelines::steps {
namespace {

template <class Real>
class NormPerTrace final : public EachSet<Real> {
 public:
  NormPerTrace(const spec::Values&, const StepContext<Real>& context) : EachSet<Real>("norm_per_trace", context) {}

 private:
  void apply(Array<Real>& data, std::size_t set) override {
    const Rows<Real> traces = data.rows();
    std::size_t guarded = 0;
    for (std::size_t trace = 0; trace < traces.rows; ++trace) {
      const double norm = std::sqrt(operators::sum_of_squares(traces.row(trace), traces.cols));
      if (norm == 0)
        ++guarded;
      else
        operators::scale(traces.row(trace), traces.cols, 1.0 / (norm + norm_guard));
    }
    if (guarded != 0) this->note(Note::Level::info, set, "guarded traces", guarded);
  }

  // y = x/(n + e), n = |x|:  x' = g/(n + e) - x <g,x>/(n (n + e)^2).
  void apply_adjoint(Array<Real>& gradient, const Array<Real>& input, std::size_t) override {
    const Rows<Real> gradients = gradient.rows();
    const Rows<const Real> traces = input.rows();
    for (std::size_t trace = 0; trace < traces.rows; ++trace) {
      Real* g = gradients.row(trace);
      const Real* x = traces.row(trace);
      const double norm = std::sqrt(operators::sum_of_squares(x, traces.cols));
      if (norm == 0) {
        std::fill_n(g, traces.cols, Real(0));
        continue;
      }
      const double divisor = norm + norm_guard;
      const double along = operators::dot(g, x, traces.cols) / divisor / divisor / norm;
      operators::scale_and_add(g, 1.0 / divisor, x, -along, traces.cols);
    }
  }
};

}  // namespace

StepInfo norm_per_trace() {
  StepInfo info;
  info.name = "norm_per_trace";
  info.summary = "divides each trace by its own norm";
  info.details =
      "y = x / (sqrt(sum of squares of the trace) + 1e-31), each trace by itself; sums in double. A trace of zeros "
      "stays zero, has a zero gradient, and is counted as guarded. The adjoint includes the norm's own derivative.";
  info.linear = false;
  return with_makers<NormPerTrace>(std::move(info));
}

}  // namespace stride::pipelines::steps
