// Normalised cross-correlation at zero lag.
#include <algorithm>
#include <cmath>

#include "operators/reductions.hpp"
#include "optimisation/loss/losses.hpp"

namespace stride::optimisation::losses {
namespace {

class Ncc final : public TraceMisfit {
 public:
  double value(std::span<const double> modelled, std::span<const double> observed, std::span<double> adjoint) override {
    const std::size_t n = adjoint.size();
    const double m_norm = std::sqrt(operators::sum_of_squares(modelled.data(), n));
    const double o_norm = std::sqrt(operators::sum_of_squares(observed.data(), n));
    if (m_norm == 0 || o_norm == 0) {
      std::fill(adjoint.begin(), adjoint.end(), 0.0);
      return 0;
    }
    const double correlation = operators::dot(modelled.data(), observed.data(), n) / (m_norm * o_norm);
    for (std::size_t i = 0; i < n; ++i)
      adjoint[i] = (correlation * (modelled[i] / m_norm) - observed[i] / o_norm) / m_norm;
    return 1 - correlation;
  }
};

}  // namespace

LossInfo ncc() {
  LossInfo info;
  info.name = "ncc";
  info.summary = "1 minus the normalised cross-correlation of each trace";
  info.details =
      "1 - <m, o>/(|m||o|) per trace, summed over the traces (Choi and Alkhalifah, 2012, plus 1): 0 for traces of one "
      "form, 2 for opposite ones, whatever their amplitudes. Traces that are all zero, modelled or observed, "
      "contribute "
      "nothing.";
  info.make = [](const spec::Values&, const ShotFacts&) { return std::make_unique<Ncc>(); };
  return info;
}

}  // namespace stride::optimisation::losses
