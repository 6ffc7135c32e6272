// Squared 2-Wasserstein distance of traces in time.
#include <algorithm>
#include <cmath>
#include <vector>

#include "optimisation/loss/losses.hpp"

namespace stride::optimisation::losses {
namespace {

// log(1 + exp(x)) for any x, and its derivative.
double softplus(double x) {
  return std::max(x, 0.0) + std::log1p(std::exp(-std::fabs(x)));
}
double logistic(double x) {
  const double small = std::exp(-std::fabs(x));
  return (x < 0 ? small : 1.0) / (1 + small);
}

// A trace as a probability density in time: mass[i] lies evenly in cell i, distribution[i] is the mass before it.
struct Density {
  std::vector<double> mass, distribution;
  double sum = 0;  // of the masses before they were divided by it

  void take(std::span<const double> x, double steepness) {
    // Keeps the distribution function strictly rising where softplus underflows.
    constexpr double floor = 1e-6;
    const std::size_t n = x.size();
    mass.resize(n);
    distribution.resize(n + 1);
    sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      mass[i] = softplus(steepness * x[i]) + floor;
      sum += mass[i];
    }
    distribution[0] = 0;
    for (std::size_t i = 0; i < n; ++i) {
      mass[i] /= sum;
      distribution[i + 1] = distribution[i] + mass[i];
    }
    distribution[n] = 1;
  }

  // The time, in cells, at which the distribution function is `share`, which lies in cell i.
  double time(std::size_t i, double share) const {
    const double rise = distribution[i + 1] - distribution[i];
    const double part = rise > 0 ? (share - distribution[i]) / rise : 0;
    return static_cast<double>(i) + std::clamp(part, 0.0, 1.0);
  }
};

class Wasserstein final : public TraceMisfit {
 public:
  Wasserstein(double sharpness, double dt_s) : sharpness_(sharpness), dt_s_(dt_s) {}

  double value(std::span<const double> modelled, std::span<const double> observed, std::span<double> adjoint) override {
    std::fill(adjoint.begin(), adjoint.end(), 0.0);
    double peak = 0;
    for (const double x : observed) peak = std::max(peak, std::fabs(x));
    if (peak == 0) return 0;
    const double steepness = sharpness_ / peak;
    modelled_.take(modelled, steepness);
    observed_.take(observed, steepness);
    const double distance = transport(adjoint);

    // From the masses, which sum to 1, back to the trace.
    double mean = 0;
    for (std::size_t i = 0; i < adjoint.size(); ++i) mean += adjoint[i] * modelled_.mass[i];
    const double unit = dt_s_ * dt_s_;
    for (std::size_t i = 0; i < adjoint.size(); ++i)
      adjoint[i] = unit * (adjoint[i] - mean) / modelled_.sum * steepness * logistic(steepness * modelled[i]);
    return unit * distance;
  }

 private:
  // Walks through the shares at which either distribution function has a corner; in between both are linear. Gives the
  // squared distance in cells^2 and fills `potential` with its derivative with respect to each modelled mass, up to one
  // constant: the mean over the cell of phi, phi'(t) = 2 (t - T(t)), T the monotone map to the observed density.
  double transport(std::span<double> potential) const {
    const std::size_t n = potential.size();
    double distance = 0, phi = 0;
    std::size_t j = 0;
    double share = 0, t = 0, lag = 0;  // lag = t - T(t)
    for (std::size_t i = 0; i < n; ++i) {
      const double end = static_cast<double>(i + 1);
      double mean = phi;
      while (true) {
        const bool ends_cell = modelled_.distribution[i + 1] <= observed_.distribution[j + 1] || j + 1 == n;
        const double next = ends_cell ? modelled_.distribution[i + 1] : observed_.distribution[j + 1];
        const double next_t = ends_cell ? end : modelled_.time(i, next);
        const double next_lag = next_t - observed_.time(j, next);
        distance += (next - share) * (lag * lag + lag * next_lag + next_lag * next_lag) / 3;
        const double length = next_t - t, left = end - t, next_left = end - next_t;
        mean += length * (2 * left * lag + left * next_lag + next_left * lag + 2 * next_left * next_lag) / 3;
        phi += length * (lag + next_lag);
        share = next;
        t = next_t;
        lag = next_lag;
        if (ends_cell) break;
        ++j;
      }
      potential[i] = mean;
    }
    return distance;
  }

  double sharpness_, dt_s_;
  Density modelled_, observed_;
};

}  // namespace

LossInfo wasserstein() {
  LossInfo info;
  info.name = "wasserstein";
  info.summary = "squared Wasserstein distance of the traces as densities in time";
  info.details =
      "Each trace becomes a density, log(1 + exp(b x)) + 1e-6 divided by its sum, b = sharpness/max|o|; the loss is "
      "the "
      "cost, in s^2, of moving one onto the other (W2^2 in one dimension: the integral over shares of mass of the "
      "squared difference of the times at which they are reached), summed over the traces (Engquist and Froese, 2014; "
      "Yang et al., 2018; softplus: Engquist and Yang, 2022). Traces with nothing observed contribute nothing.";
  info.parameters = {
      spec::number("sharpness", spec::Unit::none,
                   "steepness of the map to positive numbers, in units of 1/max|observed|; large: negative samples "
                   "vanish, small: all becomes linear")
          .above(0)
          .by_default("3"),
  };
  info.make = [](const spec::Values& values, const ShotFacts& shot) {
    return std::make_unique<Wasserstein>(values.number("sharpness"), shot.dt_s);
  };
  return info;
}

}  // namespace stride::optimisation::losses
