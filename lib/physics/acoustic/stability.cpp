#include "physics/acoustic/stability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "physics/acoustic/attenuation.hpp"
#include "physics/acoustic/stencil.hpp"

namespace stride::physics::acoustic {
namespace {

constexpr double pi = std::numbers::pi;

struct Range {
  double low = 0, high = 0;
};

Range range_of(const Array<float>& field) {
  const auto [low, high] = std::minmax_element(field.begin(), field.end());
  return {*low, *high};
}

bool equal_spacing(const Space& space) {
  return std::all_of(space.spacing_m.begin(), space.spacing_m.end(), [&](double h) { return h == space.spacing_m[0]; });
}

// Sum over the axes of the largest eigenvalue of -d^2/dx^2, 1/m^2.
double largest_wave_number_squared(const Space& space, int order) {
  double sum = 0;
  for (const double h : space.spacing_m) sum += largest_symbol(reach(order)) / (h * h);
  return sum;
}

// Gershgorin's bound on vp^2 rho div((1/rho) grad): per axis the weights of D- and D+ sum to 2 sum |w| / h each, and
// the largest 1/rho in the reach of a cell stands for all its half points.
double density_bound(const MediumView& medium, int order) {
  const Space& space = *medium.space;
  const std::size_t r = reach(order);
  const Weights w = half_derivative(r);
  double per_axis = 0;  // of D- D+ with unit density and spacing
  for (std::size_t k = 1; k <= r; ++k) per_axis += 2 * std::abs(w[k]);
  per_axis *= per_axis;

  const Array<float>& rho = *medium.rho;
  const Array<float>& vp = *medium.vp;
  double bound = 0;
  std::vector<double> lightest(rho.size());
  for (std::size_t axis = 0; axis < space.dim(); ++axis) {
    std::size_t stride = 1;
    for (std::size_t a = axis + 1; a < space.dim(); ++a) stride *= space.shape[a];
    const std::size_t length = space.shape[axis];
    for (std::size_t n = 0; n < rho.size(); ++n) {
      const std::size_t at = n / stride % length;
      const std::size_t low = at < r ? at : r, high = std::min(r, length - 1 - at);
      float least = rho[n];
      for (std::size_t k = 1; k <= low; ++k) least = std::min(least, rho[n - k * stride]);
      for (std::size_t k = 1; k <= high; ++k) least = std::min(least, rho[n + k * stride]);
      const double h = space.spacing_m[axis];
      lightest[n] += per_axis / (h * h) / static_cast<double>(least);
    }
  }
  for (std::size_t n = 0; n < rho.size(); ++n) {
    const double c = vp[n];
    bound = std::max(bound, c * c * static_cast<double>(rho[n]) * lightest[n]);
  }
  return bound;
}

// What attenuation of power 2, stepped explicitly, takes from 4 = dt^2 lambda: twice its own largest eigenvalue times
// dt.
double explicit_loss_rate(const MediumView& medium, const Settings& settings) {
  if (medium.alpha == nullptr || settings.attenuation_power != 2) return 0;
  double worst = 0;
  for (std::size_t n = 0; n < medium.vp->size(); ++n)
    worst = std::max(worst, loss_per_laplacian((*medium.vp)[n], (*medium.alpha)[n]));
  return 2 * worst * largest_wave_number_squared(*medium.space, settings.space_order);
}

// The largest dt with dt^2 lambda + dt loss <= limit.
double largest_step(double lambda, double loss, double limit) {
  return (-loss + std::sqrt(loss * loss + 4 * lambda * limit)) / (2 * lambda);
}

// Four digits that never exceed the value.
std::string rounded_down(double value) {
  const double unit = std::pow(10, std::floor(std::log10(value)) - 3);
  return fmt::format("{:.4g}", std::floor(value / unit) * unit);
}

}  // namespace

Stability assess_stability(const MediumView& medium, double dt_s, const Settings& settings) {
  const Space& space = *medium.space;
  Stability s;
  const Range vp = range_of(*medium.vp);
  s.vp_min = vp.low;
  s.vp_max = vp.high;
  const double h_min = *std::min_element(space.spacing_m.begin(), space.spacing_m.end());
  s.courant = vp.high * dt_s / h_min;
  const bool plain = medium.rho == nullptr && medium.alpha == nullptr && equal_spacing(space);
  if (plain) {
    const double crossing = h_min / (vp.high * std::sqrt(static_cast<double>(space.dim())));
    s.rule = "uniform grid";
    s.ot2_limit_s = 2 / pi * crossing;
    s.ot4_limit_s = 3.6 / pi * crossing;
  } else {
    s.rule = "largest eigenvalue";
    const double lambda = medium.rho != nullptr
                              ? density_bound(medium, settings.space_order)
                              : vp.high * vp.high * largest_wave_number_squared(space, settings.space_order);
    const double loss = explicit_loss_rate(medium, settings);
    // The sponge's own g^2 is far below lambda; a twentieth is left for it and for rounding.
    s.ot2_limit_s = 0.95 * largest_step(lambda, loss, 4);
    // A A bends the curve of OT4 back: it is bounded by 3 before lambda reaches 12, so a loss leaves it 1.
    s.ot4_limit_s = 0.95 * (loss > 0 ? std::min(std::sqrt(12 / lambda), 1 / loss) : std::sqrt(12 / lambda));
  }
  if (settings.kernel != Kernel::automatic)
    s.kernel = settings.kernel;
  else
    s.kernel = dt_s <= s.ot2_limit_s ? Kernel::ot2 : Kernel::ot4;
  s.stable = dt_s <= (s.kernel == Kernel::ot2 ? s.ot2_limit_s : s.ot4_limit_s);
  return s;
}

std::string stability_error(const Stability& stability, double dt_s, const Settings& settings) {
  if (stability.stable || settings.allow_unstable) return "";
  const bool forced = settings.kernel != Kernel::automatic;
  const bool ot2 = stability.kernel == Kernel::ot2;
  const double limit = ot2 ? stability.ot2_limit_s : stability.ot4_limit_s;
  std::string text = fmt::format(
      "a step of {:.6g} s is unstable{}: at vp up to {:.6g} m/s the largest admissible one is {} s with OT2, {} s with "
      "OT4 ({})",
      dt_s, forced ? fmt::format(" with kernel {}", to_string(stability.kernel)) : "", stability.vp_max,
      rounded_down(stability.ot2_limit_s), rounded_down(stability.ot4_limit_s), stability.rule);
  if (forced && ot2 && dt_s <= stability.ot4_limit_s)
    text += "; take kernel: OT4 or auto, or a smaller step";
  else
    text += fmt::format("; take time.step: {} or less, or a spacing {:.3g} times as wide", rounded_down(limit),
                        dt_s / limit);
  return text;
}

double pml_ot4_courant(std::size_t dim) {
  // The limit of OT4 itself on a uniform grid.
  return 3.6 / std::numbers::pi / std::sqrt(static_cast<double>(dim));
}

bool pml_is_untested(const Space& space, const Settings& settings, const Stability& stability) {
  return settings.boundary == Boundary::pml && stability.kernel == Kernel::ot4 && !settings.allow_unstable &&
         stability.courant > pml_ot4_courant(space.dim());
}

double points_per_wavelength(const Stability& stability, const Space& space, double f_max_hz) {
  return stability.vp_min / (f_max_hz * *std::max_element(space.spacing_m.begin(), space.spacing_m.end()));
}

std::string dispersion_warning(const Stability& stability, const Space& space, double f_max_hz) {
  constexpr double enough = 5;
  if (!(f_max_hz > 0)) return "";
  const double points = points_per_wavelength(stability, space, f_max_hz);
  if (points >= enough) return "";
  return fmt::format(
      "{:.3g} points per wavelength (vp {:.6g} m/s, {:.6g} Hz at -10 dB): waves will disperse; five need a spacing of "
      "{:.4g} m or less, or frequencies up to {:.4g} Hz",
      points, stability.vp_min, f_max_hz, stability.vp_min / (f_max_hz * enough),
      stability.vp_min / (enough * *std::max_element(space.spacing_m.begin(), space.spacing_m.end())));
}

std::string to_string(Kernel kernel) {
  switch (kernel) {
    case Kernel::automatic:
      return "auto";
    case Kernel::ot2:
      return "OT2";
    case Kernel::ot4:
      return "OT4";
  }
  return "";
}

std::string to_string(Boundary boundary) {
  switch (boundary) {
    case Boundary::sponge:
      return "sponge";
    case Boundary::sponge_stride:
      return "sponge_stride";
    case Boundary::pml:
      return "pml";
  }
  return "";
}

}  // namespace stride::physics::acoustic
