// Envelope of each trace.
#include "pipelines/steps/steps.hpp"
#include "signal/hilbert.hpp"

namespace stride::pipelines::steps {
namespace {

template <class Real>
class Envelope final : public EachSet<Real> {
 public:
  Envelope(const spec::Values& values, const StepContext<Real>& context)
      : EachSet<Real>("envelope", context), is_on_(values.is_true("envelope")) {}

 private:
  void apply(Array<Real>& data, std::size_t /*set*/) override {
    if (is_on_) signal::envelope(data.rows());
  }

  void apply_adjoint(Array<Real>& gradient, const Array<Real>& input, std::size_t /*set*/) override {
    if (is_on_) signal::envelope_adjoint<Real>(input.rows(), gradient.rows());
  }

  bool is_on_;
};

}  // namespace

StepInfo envelope() {
  StepInfo info;
  info.name = "envelope";
  info.summary = "replace each trace by its envelope";
  info.details =
      "e = sqrt(x^2 + H[x]^2), with H the Hilbert transform by the FFT of the whole trace, as in SciPy's "
      "signal.hilbert "
      "(Marple, 1999); the trace counts as periodic, so `taper` it first where its ends are not quiet. The adjoint is "
      "that of the derivative, x/e and H[x]/e weighed, and zero where the envelope is. Not true: nothing is done.";
  info.parameters = {spec::boolean("envelope", "take the envelope").by_default("false")};
  info.linear = false;
  info.enabled = [](const spec::Values& values) { return values.is_true("envelope"); };
  return with_makers<Envelope>(std::move(info));
}

}  // namespace stride::pipelines::steps
