#include "physics/acoustic/interpolation.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <numbers>

#include "core/error.hpp"
#include "physics/acoustic/shot_setup.hpp"
#include "signal/windows.hpp"

namespace stride::physics::acoustic {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double kaiser_b = 4.14;
constexpr double kaiser_radius = 3 / 0.99;
constexpr int hicks_low = -3;

// One axis of a point: the extended cell of its floor node, and weights from node `low` on.
struct AxisWeights {
  std::ptrdiff_t floor = 0;
  int low = 0;
  std::vector<double> weights;
  double fraction = 0;
};

double sinc(double x) {
  return x == 0 ? 1 : std::sin(pi * x) / (pi * x);
}

// As the reference spreads a source: a share of each weight goes to its neighbours, one after another in place.
std::vector<double> blurred(std::vector<double> w) {
  w[1] += 0.01 * w[2];
  w[2] = 0.98 * w[2] + 0.03 * w[3];
  w[3] = 0.94 * w[3] + 0.01 * (w[2] + w[4]);
  w[4] = 0.98 * w[4] + 0.03 * w[3];
  w[5] += 0.01 * w[4];
  return w;
}

std::string point_name(int id, PointRole role) {
  return fmt::format("{} at location {}", role == PointRole::source ? "source" : "receiver", id);
}

[[noreturn]] void refuse_outside(const std::vector<double>& at, int id, PointRole role, const Space& space) {
  std::string limits, place;
  for (std::size_t axis = 0; axis < space.dim(); ++axis) {
    const char* comma = axis == 0 ? "" : ", ";
    place += fmt::format("{}{:.6g}", comma, at[axis]);
    limits += fmt::format("{}0 to {:.6g}", comma, static_cast<double>(space.shape[axis] - 1) * space.spacing_m[axis]);
  }
  throw Error(ErrorKind::data, point_name(id, role),
              fmt::format("it stands at ({}) m, outside the inner domain: {} m", place, limits));
}

AxisWeights axis_weights(double position_cells, std::size_t inner, std::size_t before, PointRole role,
                         const Settings& settings) {
  AxisWeights axis;
  // Rounding may put a point on the far face a little beyond it.
  const double last = static_cast<double>(inner - 1);
  double cell = std::floor(position_cells);
  if (settings.coordinate_shift_cells == 0) {
    if (std::abs(position_cells - std::round(position_cells)) < 1e-9 * (1 + last)) {
      position_cells = std::round(position_cells);
      cell = position_cells;
    }
  }
  axis.fraction = position_cells - cell;
  axis.floor = static_cast<std::ptrdiff_t>(cell) + static_cast<std::ptrdiff_t>(before);
  if (settings.interpolation == Interpolation::linear) {
    axis.weights = {1 - axis.fraction, axis.fraction};
    return axis;
  }
  axis.low = hicks_low;
  const auto weights = hicks_weights(axis.fraction);
  axis.weights.assign(weights.begin(), weights.end());
  if (settings.compat_stride && role == PointRole::source) axis.weights = blurred(axis.weights);
  return axis;
}

// Adds the products of the axes' weights to the cells they fall on; cells outside the grid hold no pressure.
class Collector {
 public:
  Collector(const Layout& layout, const Settings& settings) : layout_(layout), settings_(settings) {}

  void add(const std::array<AxisWeights, 3>& axes, std::vector<std::size_t>& offsets,
           std::vector<double>& weights) const {
    std::map<std::array<std::size_t, 3>, double> cells;
    for (std::size_t a = 0; a < axes[0].weights.size(); ++a)
      for (std::size_t b = 0; b < axes[1].weights.size(); ++b)
        for (std::size_t c = 0; c < axes[2].weights.size(); ++c) put(axes, {a, b, c}, cells);
    for (const auto& [cell, weight] : cells) {
      offsets.push_back(layout_.offset(cell[0], cell[1], cell[2]));
      weights.push_back(weight);
    }
  }

 private:
  void put(const std::array<AxisWeights, 3>& axes, const std::array<std::size_t, 3>& n,
           std::map<std::array<std::size_t, 3>, double>& cells) const {
    std::array<std::size_t, 3> cell{};
    double weight = 1;
    for (std::size_t s = 0; s < 3; ++s) {
      weight *= axes[s].weights[n[s]];
      std::ptrdiff_t at = axes[s].floor + axes[s].low + static_cast<std::ptrdiff_t>(n[s]);
      if (!fold(s, at, weight)) return;
      if (at < 0 || at >= static_cast<std::ptrdiff_t>(layout_.cells[s])) return;
      cell[s] = static_cast<std::size_t>(at);
    }
    if (weight != 0) cells[cell] += weight;
  }

  // The image of the field beyond a free surface is odd: a weight there counts on its image with the other sign.
  bool fold(std::size_t s, std::ptrdiff_t& at, double& weight) const {
    if (!settings_.free_surface || layout_.slot(settings_.free_surface->axis) != s) return true;
    const std::ptrdiff_t surface =
        settings_.free_surface->high ? static_cast<std::ptrdiff_t>(layout_.cells[s]) - 1 : std::ptrdiff_t{0};
    if (at == surface) return false;
    if (settings_.free_surface->high ? at > surface : at < surface) {
      at = 2 * surface - at;
      weight = -weight;
    }
    return true;
  }

  const Layout& layout_;
  const Settings& settings_;
};

bool on_free_surface(const std::array<AxisWeights, 3>& axes, const Layout& layout, const Settings& settings) {
  if (!settings.free_surface) return false;
  const std::size_t s = layout.slot(settings.free_surface->axis);
  const auto surface =
      settings.free_surface->high ? static_cast<std::ptrdiff_t>(layout.cells[s]) - 1 : std::ptrdiff_t{0};
  return axes[s].floor == surface && axes[s].fraction == 0;
}

}  // namespace

std::array<double, 7> hicks_weights(double fraction) {
  std::array<double, 7> weights{};
  const double unit = signal::bessel_i0(kaiser_b);
  for (std::size_t n = 0; n < weights.size(); ++n) {
    const double d = static_cast<double>(n) + hicks_low - fraction;
    const double inside = 1 - (d / kaiser_radius) * (d / kaiser_radius);
    weights[n] = sinc(d) * signal::bessel_i0(kaiser_b * std::sqrt(inside > 0 ? inside : 0)) / unit;
  }
  return weights;
}

std::vector<Stencil> interpolate(const Points& points, PointRole role, const Space& space, const Layout& layout,
                                 const Settings& settings) {
  std::vector<Stencil> stencils;
  const Collector collector(layout, settings);
  Settings linear = settings;
  linear.interpolation = Interpolation::linear;
  for (std::size_t p = 0; p < points.coordinates_m.size(); ++p) {
    const std::vector<double>& at = points.coordinates_m[p];
    std::array<AxisWeights, 3> axes, speed;
    for (auto* a : {&axes, &speed})
      for (AxisWeights& axis : *a) axis.weights = {1};
    for (std::size_t axis = 0; axis < space.dim(); ++axis) {
      const std::size_t s = layout.slot(axis);
      const double last = static_cast<double>(space.shape[axis] - 1);
      const double cells = at[axis] / space.spacing_m[axis];
      if (!(cells >= -1e-6 && cells <= last + 1e-6)) refuse_outside(at, points.ids[p], role, space);
      const double position = std::fmin(std::fmax(cells, 0), last) + settings.coordinate_shift_cells;
      axes[s] = axis_weights(position, space.shape[axis], layout.before[s], role, settings);
      speed[s] = axis_weights(position, space.shape[axis], layout.before[s], role, linear);
    }
    if (settings.interpolation == Interpolation::linear && on_free_surface(axes, layout, settings))
      throw Error(ErrorKind::data, point_name(points.ids[p], role),
                  "it stands on the free surface, where the pressure is zero",
                  "move it below the surface, or take interpolation: hicks");
    Stencil stencil;
    collector.add(axes, stencil.offsets, stencil.weights);
    Collector(layout, Settings{}).add(speed, stencil.linear_offsets, stencil.linear_weights);
    const auto inside = [&](std::size_t s) {
      return static_cast<std::size_t>(
          std::min<std::ptrdiff_t>(axes[s].floor, static_cast<std::ptrdiff_t>(layout.cells[s]) - 1));
    };
    stencil.floor_offset = layout.offset(inside(0), inside(1), inside(2));
    stencils.push_back(std::move(stencil));
  }
  return stencils;
}

}  // namespace stride::physics::acoustic
