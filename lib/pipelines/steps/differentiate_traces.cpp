// Time derivative of each trace.
#include <fmt/format.h>

#include "pipelines/steps/steps.hpp"
#include "signal/differentiate.hpp"

namespace stride::pipelines::steps {
namespace {

template <class Real>
class DifferentiateTraces final : public EachSet<Real> {
 public:
  DifferentiateTraces(const spec::Values& values, const StepContext<Real>& context)
      : EachSet<Real>("differentiate_traces", context),
        order_(static_cast<int>(values.maybe_integer("diff_order").value_or(0))),
        is_central_(values.text("diff_method") == "central") {}

 private:
  using EachSet<Real>::context_;

  void apply(Array<Real>& data, std::size_t /*set*/) override {
    if (order_ == 0) return;
    if (is_central_)
      signal::differentiate_central(data.rows(), context_.dt_s, order_);
    else
      signal::differentiate_fft(data.rows(), context_.dt_s, order_);
  }

  void apply_adjoint(Array<Real>& gradient, const Array<Real>& /*input*/, std::size_t /*set*/) override {
    if (order_ == 0) return;
    if (is_central_)
      signal::differentiate_central_adjoint(gradient.rows(), context_.dt_s, order_);
    else
      signal::differentiate_fft_adjoint(gradient.rows(), context_.dt_s, order_);
  }

  int order_;  // 0: not enabled
  bool is_central_;
};

std::vector<Problem> check(const spec::Values& values, const CheckContext& context) {
  const auto order = values.maybe_integer("diff_order");
  if (!order) return {};
  if (*order != 1 && *order != 2) return {{"diff_order", fmt::format("diff_order is {}; it can be 1 or 2", *order)}};
  const bool is_central = values.text("diff_method") == "central";
  if (is_central && context.samples != 0 && context.samples < static_cast<std::size_t>(*order) + 1)
    return {{"diff_method", fmt::format("central differences of order {} need {} samples; the traces have {}", *order,
                                        *order + 1, context.samples)}};
  return {};
}

}  // namespace

StepInfo differentiate_traces() {
  StepInfo info;
  info.name = "differentiate_traces";
  info.summary = "first or second time derivative of each trace";
  info.details =
      "`fft` multiplies the spectrum of the zero-padded trace by (2 pi i f)^diff_order and by a cosine taper that "
      "falls "
      "from 1 at 0.8 of Nyquist to 0 at Nyquist. `central` takes (x[n+1] - x[n-1])/(2 dt), one-sided at both ends, or "
      "(x[n+1] - 2 x[n] + x[n-1])/dt^2, the neighbour's value at both ends. The unit becomes that of the traces per s "
      "or per s^2. The adjoint is the exact transpose. Absent: nothing is done.";
  info.parameters = {
      spec::integer("diff_order", spec::Unit::none, "1 for d/dt, 2 for d2/dt2").at_least(1).at_most(2),
      spec::choice("diff_method", {"fft", "central"}, "how the derivative is taken").by_default("fft"),
  };
  info.check = check;
  info.enabled = [](const spec::Values& values) { return values.has("diff_order"); };
  return with_makers<DifferentiateTraces>(std::move(info));
}

}  // namespace stride::pipelines::steps
