// The misfit of residuals that follow Student's t distribution.
#include <algorithm>
#include <cmath>

#include "optimisation/loss/losses.hpp"

namespace stride::optimisation::losses {
namespace {

class StudentT final : public TraceMisfit {
 public:
  // variance: degrees * scale^2, in the square of the traces' unit.
  explicit StudentT(double variance) : variance_(variance) {}

  double value(std::span<const double> modelled, std::span<const double> observed, std::span<double> adjoint) override {
    if (variance_ == 0) {
      std::fill(adjoint.begin(), adjoint.end(), 0.0);
      return 0;
    }
    double sum = 0;
    for (std::size_t i = 0; i < adjoint.size(); ++i) {
      const double r = modelled[i] - observed[i];
      const double relative = r * r / variance_;
      sum += std::log1p(relative);
      adjoint[i] = r / (1 + relative);
    }
    return variance_ / 2 * sum;
  }

 private:
  double variance_;
};

}  // namespace

LossInfo student_t() {
  LossInfo info;
  info.name = "student_t";
  info.summary = "residuals of Student's t distribution: outliers lose their influence";
  info.details =
      "With r = m - o: (k s^2/2) log(1 + r^2/(k s^2)), which is l2 for small r and, the degrees k growing, everywhere "
      "(Aravkin, van Leeuwen and Herrmann, 2011, times k s^2/(k + 1)). s is scale times the root mean square of the "
      "shot's observed traces, those that are all zero left out. When all of them are zero, nothing counts.";
  info.parameters = {
      spec::number("degrees", spec::Unit::none, "degrees of freedom").above(0).required(),
      spec::number("scale", spec::Unit::none, "scale of the residuals, in units of the observed traces' rms")
          .above(0)
          .by_default("1"),
  };
  info.make = [](const spec::Values& values, const ShotFacts& shot) {
    const double scale = values.number("scale") * shot.observed_rms;
    return std::make_unique<StudentT>(values.number("degrees") * scale * scale);
  };
  return info;
}

}  // namespace stride::optimisation::losses
