// Squares for small residuals, magnitudes for large ones.
#include <algorithm>
#include <cmath>

#include "optimisation/loss/losses.hpp"

namespace stride::optimisation::losses {
namespace {

class Huber final : public TraceMisfit {
 public:
  explicit Huber(double delta) : delta_(delta) {}

  double value(std::span<const double> modelled, std::span<const double> observed, std::span<double> adjoint) override {
    double sum = 0;
    for (std::size_t i = 0; i < adjoint.size(); ++i) {
      const double r = modelled[i] - observed[i];
      const double size = std::fabs(r);
      sum += size <= delta_ ? r * r / 2 : delta_ * (size - delta_ / 2);
      adjoint[i] = std::clamp(r, -delta_, delta_);
    }
    return sum;
  }

 private:
  double delta_;  // in the traces' unit
};

}  // namespace

LossInfo huber() {
  LossInfo info;
  info.name = "huber";
  info.summary = "squares of small residuals, magnitudes of large ones";
  info.details =
      "With r = m - o: r^2/2 where |r| <= d, d (|r| - d/2) elsewhere (Huber, 1973; Guitton and Symes, 2003). d is "
      "delta "
      "times the root mean square of the shot's observed traces, those that are all zero left out. When all of them "
      "are "
      "zero, d is 0 and nothing counts.";
  info.parameters = {
      spec::number("delta", spec::Unit::none,
                   "residual where it turns from square to linear, in units of the observed traces' rms")
          .above(0)
          .required(),
  };
  info.make = [](const spec::Values& values, const ShotFacts& shot) {
    return std::make_unique<Huber>(values.number("delta") * shot.observed_rms);
  };
  return info;
}

}  // namespace stride::optimisation::losses
