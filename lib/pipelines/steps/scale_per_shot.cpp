#include "pipelines/steps/steps.hpp"

namespace stride::pipelines::steps {
namespace {

template <class Real>
class ScalePerShot final : public EachSet<Real> {
 public:
  ScalePerShot(const spec::Values& values, const StepContext<Real>& context)
      : EachSet<Real>("scale_per_shot", context),
        // Relative: norm(scale_to)/norm(scale_to), which is 1.
        factor_(values.boolean("relative_scale") ? 1.0 : set_norm(scale_target("scale_per_shot", context))) {}

 private:
  void apply(Array<Real>& data, std::size_t) override { operators::scale(data.data(), data.size(), factor_); }
  void apply_adjoint(Array<Real>& gradient, const Array<Real>&, std::size_t) override {
    operators::scale(gradient.data(), gradient.size(), factor_);
  }

  double factor_;
};

}  // namespace

StepInfo scale_per_shot() {
  StepInfo info;
  info.name = "scale_per_shot";
  info.summary = "gives each set of a shot the norm of another, as norm_per_shot measures it";
  info.details =
      "Multiplies by norm(scale_to), norm as in norm_per_shot: after norm_per_shot the sets have the norm of scale_to, "
      "which is the shot's unprocessed observed set, or one that the spec names. With relative_scale: true (the "
      "default) the factor is norm(scale_to)/norm(scale_to), hence 1: the step then changes nothing. That is the "
      "convention of the published framework, kept for equal results; relative_scale: false scales. Linear: scale_to "
      "does not vary.";
  info.trace_by_trace = false;
  info.parameters = {
      spec::boolean("relative_scale", "divide the factor by norm(scale_to) as well, which makes it 1")
          .by_default("true"),
      scale_to_key(),
  };
  return with_makers<ScalePerShot>(std::move(info));
}

}  // namespace stride::pipelines::steps
