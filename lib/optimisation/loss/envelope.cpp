// Difference of envelopes.
#include <algorithm>
#include <vector>

#include "optimisation/loss/losses.hpp"
#include "signal/hilbert.hpp"

namespace stride::optimisation::losses {
namespace {

class Envelope final : public TraceMisfit {
 public:
  double value(std::span<const double> modelled, std::span<const double> observed, std::span<double> adjoint) override {
    const std::size_t n = adjoint.size();
    std::copy(modelled.begin(), modelled.end(), adjoint.begin());
    observed_.assign(observed.begin(), observed.end());
    signal::envelope<double>({adjoint.data(), 1, n});
    signal::envelope<double>({observed_.data(), 1, n});
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      adjoint[i] -= observed_[i];
      sum += adjoint[i] * adjoint[i];
    }
    signal::envelope_adjoint<double>({modelled.data(), 1, n}, {adjoint.data(), 1, n});
    return sum / 2;
  }

 private:
  std::vector<double> observed_;
};

}  // namespace

LossInfo envelope() {
  LossInfo info;
  info.name = "envelope";
  info.summary = "half the sum of the squared differences of the envelopes";
  info.details =
      "1/2 sum (e(m) - e(o))^2 with e(x) = sqrt(x^2 + H[x]^2), H the Hilbert transform by the FFT of the whole record "
      "(Bozdag, Trampert and Tromp, 2011; Wu, Luo and Wu, 2014). An envelope has no derivative where it is 0; 0 is "
      "taken there, so a modelled trace that is all zero has a loss but no adjoint source.";
  info.make = [](const spec::Values&, const ShotFacts&) { return std::make_unique<Envelope>(); };
  return info;
}

}  // namespace stride::optimisation::losses
