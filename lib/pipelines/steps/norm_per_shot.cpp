#include "pipelines/steps/steps.hpp"

namespace stride::pipelines::steps {
namespace {

template <class Real>
class NormPerShot final : public EachSet<Real> {
 public:
  NormPerShot(const spec::Values&, const StepContext<Real>& context) : EachSet<Real>("norm_per_shot", context) {}

 private:
  void apply(Array<Real>& data, std::size_t set) override {
    const double norm = set_norm(data);
    if (norm == 0)
      this->note(Note::Level::info, set, "guarded traces", data.rows().rows);
    else
      operators::scale(data.data(), data.size(), 1.0 / (norm + norm_guard));
  }

  // y = x/(n + e), n = sqrt(sum x^2/T):  x' = g/(n + e) - x <g,x>/(T n (n + e)^2).
  void apply_adjoint(Array<Real>& gradient, const Array<Real>& input, std::size_t) override {
    const double norm = set_norm(input);
    if (norm == 0) {
      std::fill(gradient.begin(), gradient.end(), Real(0));
      return;
    }
    const double divisor = norm + norm_guard;
    const double product = operators::dot(gradient.data(), input.data(), input.size());
    const double along = product / divisor / divisor / norm / static_cast<double>(input.rows().rows);
    operators::scale_and_add(gradient.data(), 1.0 / divisor, input.data(), -along, input.size());
  }
};

}  // namespace

StepInfo norm_per_shot() {
  StepInfo info;
  info.name = "norm_per_shot";
  info.summary = "divides each set of a shot by its root-mean-square trace norm";
  info.details =
      "y = x / (sqrt(sum of squares over the whole set / number of traces) + 1e-31), each set by its own norm; sums in "
      "double. A set of zeros stays zero, has a zero gradient, and is counted as guarded. The adjoint includes the "
      "norm's own derivative.";
  info.trace_by_trace = false;
  info.linear = false;
  return with_makers<NormPerShot>(std::move(info));
}

}  // namespace stride::pipelines::steps
