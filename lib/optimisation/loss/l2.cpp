// Least squares.
#include "optimisation/loss/losses.hpp"

namespace stride::optimisation::losses {
namespace {

class L2 final : public TraceMisfit {
 public:
  double value(std::span<const double> modelled, std::span<const double> observed, std::span<double> adjoint) override {
    double sum = 0;
    for (std::size_t i = 0; i < adjoint.size(); ++i) {
      adjoint[i] = modelled[i] - observed[i];
      sum += adjoint[i] * adjoint[i];
    }
    return sum / 2;
  }
};

}  // namespace

LossInfo l2() {
  LossInfo info;
  info.name = "l2";
  info.summary = "half the sum of the squared residuals";
  info.details =
      "1/2 sum (m - o)^2 over samples and traces, without a factor of dt (Tarantola, 1984). The adjoint source is the "
      "residual. Zero traces count like any other.";
  info.make = [](const spec::Values&, const ShotFacts&) { return std::make_unique<L2>(); };
  return info;
}

}  // namespace stride::optimisation::losses
