#include <vector>

#include "pipelines/steps/steps.hpp"

namespace stride::pipelines::steps {
namespace {

// norm of each trace, held within one standard deviation of the set's mean, over the set's norm when relative.
template <class Real>
std::vector<double> trace_factors(const Array<Real>& scale_to, bool relative) {
  const Rows<const Real> traces = scale_to.rows();
  const double count = static_cast<double>(traces.rows);
  std::vector<double> norms;
  double mean = 0, variance = 0;
  for (std::size_t trace = 0; trace < traces.rows; ++trace) {
    norms.push_back(std::sqrt(operators::sum_of_squares(traces.row(trace), traces.cols)));
    mean += norms.back() / count;
  }
  for (const double norm : norms) variance += (norm - mean) * (norm - mean) / count;
  const double deviation = std::sqrt(variance);
  const double divisor = relative ? set_norm(scale_to) : 1.0;
  for (double& norm : norms) norm = divisor == 0 ? 0 : std::clamp(norm, mean - deviation, mean + deviation) / divisor;
  return norms;
}

template <class Real>
class ScalePerTrace final : public EachSet<Real> {
 public:
  ScalePerTrace(const spec::Values& values, const StepContext<Real>& context)
      : EachSet<Real>("scale_per_trace", context),
        factors_(trace_factors(scale_target("scale_per_trace", context), values.boolean("relative_scale"))) {}

 private:
  void apply(Array<Real>& data, std::size_t set) override {
    const Rows<Real> traces = data.rows();
    if (traces.rows != factors_.size())
      throw Error(ErrorKind::data, place(this->context_, this->role(set)),
                  "scale_per_trace has " + std::to_string(traces.rows) + " traces to scale to the " +
                      std::to_string(factors_.size()) + " of scale_to",
                  "name a set with one trace per receiver as scale_to, or use scale_per_shot");
    for (std::size_t trace = 0; trace < traces.rows; ++trace)
      operators::scale(traces.row(trace), traces.cols, factors_[trace]);
  }
  void apply_adjoint(Array<Real>& gradient, const Array<Real>&, std::size_t set) override { apply(gradient, set); }

  std::vector<double> factors_;
};

}  // namespace

StepInfo scale_per_trace() {
  StepInfo info;
  info.name = "scale_per_trace";
  info.summary = "gives each trace the norm of the same trace of another set";
  info.details =
      "Multiplies each trace by r = clamp(norm of that trace of scale_to, mean - std, mean + std) with mean and "
      "standard deviation over the traces of scale_to, divided by norm(scale_to), as norm_per_shot measures it, when "
      "relative_scale: true. scale_to is the shot's unprocessed observed set, or one that the spec names; it has as "
      "many traces as the sets. Linear: scale_to does not vary.";
  info.trace_by_trace = false;
  info.parameters = {
      spec::boolean("relative_scale", "divide the factors by norm(scale_to)").by_default("true"),
      scale_to_key(),
  };
  return with_makers<ScalePerTrace>(std::move(info));
}

}  // namespace stride::pipelines::steps
