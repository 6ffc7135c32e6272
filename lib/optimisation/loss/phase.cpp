// Difference of exponentiated instantaneous phases.
#include <algorithm>
#include <cmath>
#include <vector>

#include "optimisation/loss/losses.hpp"
#include "signal/hilbert.hpp"

namespace stride::optimisation::losses {
namespace {

// a = x + i H[x], its envelope, and the divisor sqrt(|a|^2 + eps^2) that leaves the phase; 0 for a trace of zeros.
struct Analytic {
  std::vector<double> imaginary, envelope, divisor;

  void take(std::span<const double> x, double water_level) {
    const std::size_t n = x.size();
    imaginary.assign(x.begin(), x.end());
    envelope.resize(n);
    divisor.resize(n);
    signal::hilbert<double>({imaginary.data(), 1, n});
    double squares = 0;
    for (std::size_t i = 0; i < n; ++i) {
      envelope[i] = std::hypot(x[i], imaginary[i]);
      squares += envelope[i] * envelope[i];
    }
    const double floor = water_level * std::sqrt(squares / static_cast<double>(n));
    for (std::size_t i = 0; i < n; ++i) divisor[i] = std::hypot(envelope[i], floor);
  }
};

class Phase final : public TraceMisfit {
 public:
  explicit Phase(double water_level) : water_level_(water_level) {}

  double value(std::span<const double> modelled, std::span<const double> observed, std::span<double> adjoint) override {
    const std::size_t n = adjoint.size();
    modelled_.take(modelled, water_level_);
    observed_.take(observed, water_level_);
    adjoint_imaginary_.resize(n);
    double sum = 0;
    double floor_share = 0;  // of the derivative through eps, which all samples of the trace have part in
    for (std::size_t i = 0; i < n; ++i) {
      const double divisor = modelled_.divisor[i], weight = observed_.envelope[i];
      const double inverse = divisor == 0 ? 0 : 1 / divisor;
      const double inverse_o = observed_.divisor[i] == 0 ? 0 : 1 / observed_.divisor[i];
      const double u = modelled[i] * inverse, v = modelled_.imaginary[i] * inverse;
      const double du = u - observed[i] * inverse_o, dv = v - observed_.imaginary[i] * inverse_o;
      sum += weight * (du * du + dv * dv);
      const double along = weight * (du * u + dv * v) * inverse;
      adjoint[i] = weight * du * inverse - along * u;
      adjoint_imaginary_[i] = weight * dv * inverse - along * v;
      floor_share += along * inverse;
    }
    floor_share *= water_level_ * water_level_ / static_cast<double>(n);
    for (std::size_t i = 0; i < n; ++i) adjoint_imaginary_[i] -= floor_share * modelled_.imaginary[i];
    signal::hilbert_adjoint<double>({adjoint_imaginary_.data(), 1, n});
    for (std::size_t i = 0; i < n; ++i) adjoint[i] += adjoint_imaginary_[i] - floor_share * modelled[i];
    return sum / 2;
  }

 private:
  double water_level_;
  Analytic modelled_, observed_;
  std::vector<double> adjoint_imaginary_;
};

}  // namespace

LossInfo phase() {
  LossInfo info;
  info.name = "phase";
  info.summary = "difference of the instantaneous phases, weighted by the observed envelope";
  info.details =
      "1/2 sum |a(o)| |u(m) - u(o)|^2, u(x) = a/sqrt(|a|^2 + eps^2), with the analytic signal a = x + i H[x], H by the "
      "FFT of the whole record (Yuan et al., 2020): the phase as a point of the unit circle, so that it does not jump. "
      "eps is water_level times the root mean square of the trace's own |a|; it is part of the derivative. The "
      "amplitude of the modelled trace does not count. Traces with nothing observed contribute nothing; a modelled "
      "trace that is all zero has a loss but no adjoint source.";
  info.parameters = {
      spec::number("water_level", spec::Unit::none, "envelope, in units of its rms, below which the phase fades out")
          .above(0)
          .by_default("0.05"),
  };
  info.make = [](const spec::Values& values, const ShotFacts&) {
    return std::make_unique<Phase>(values.number("water_level"));
  };
  return info;
}

}  // namespace stride::optimisation::losses
