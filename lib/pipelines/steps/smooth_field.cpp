#include "pipelines/steps/steps.hpp"
#include "signal/smoothing.hpp"

namespace stride::pipelines::steps {
namespace {

template <class Real>
class SmoothField final : public EachSet<Real> {
 public:
  SmoothField(const spec::Values& values, const StepContext<Real>& context)
      : EachSet<Real>("smooth_field", context), sigma_(values.numbers("smooth_sigma")) {}

 private:
  void apply(Array<Real>& data, std::size_t set) override { signal::smooth(data, per_axis(data, set)); }
  void apply_adjoint(Array<Real>& gradient, const Array<Real>&, std::size_t set) override {
    signal::smooth_adjoint(gradient, per_axis(gradient, set));
  }

  std::vector<double> per_axis(const Array<Real>& data, std::size_t set) const {
    if (sigma_.size() == 1) return std::vector<double>(data.rank(), sigma_[0]);
    if (sigma_.size() != data.rank())
      throw Error(ErrorKind::usage, "smooth_field.smooth_sigma",
                  std::to_string(sigma_.size()) + " values for a field of " + std::to_string(data.rank()) + " axes (" +
                      this->role(set) + ")",
                  "give one value, or one per axis");
    return sigma_;
  }

  std::vector<double> sigma_;
};

}  // namespace

StepInfo smooth_field() {
  StepInfo info;
  info.name = "smooth_field";
  info.summary = "smooths a field with a Gaussian";
  info.details =
      "Separable Gaussian of standard deviation smooth_sigma cells, cut off at int(4 sigma + 0.5) cells and normalised "
      "to sum 1; edges are repeated outwards. sigma <= 0 leaves an axis alone. Adjoint: the exact transpose, which "
      "differs from the smoothing at the edges.";
  info.acts = Acts::on_fields;
  info.trace_by_trace = false;
  info.parameters = {
      spec::numbers("smooth_sigma", spec::Unit::cells, "standard deviation, one number or one per axis")
          .by_default("0.25"),
  };
  info.check = [](const spec::Values& values, const CheckContext&) -> std::vector<Problem> {
    if (!values.numbers("smooth_sigma").empty()) return {};
    return {{"smooth_sigma", "an empty list; give one number, or one per axis"}};
  };
  info.enabled = [](const spec::Values& values) {
    const std::vector<double>& sigma = values.numbers("smooth_sigma");
    return std::any_of(sigma.begin(), sigma.end(), [](double s) { return s > 0; });
  };
  return with_makers<SmoothField>(std::move(info));
}

}  // namespace stride::pipelines::steps
