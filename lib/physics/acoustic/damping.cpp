#include "physics/acoustic/damping.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stride::physics::acoustic {
namespace {

constexpr double pi = std::numbers::pi;

// Ramp of ring `ring` (0: outermost) of a layer of `absorbing` cells.
double ramp(std::size_t ring, std::size_t absorbing) {
  if (ring >= absorbing) return 0;
  if (absorbing == 1) return 1;
  const double s = static_cast<double>(absorbing - 1 - ring) / static_cast<double>(absorbing - 1);
  return s - std::sin(2 * pi * s) / (2 * pi);
}

double factor(std::size_t absorbing, std::size_t largest, double spacing_m) {
  if (absorbing <= 15) return 0.67 / spacing_m;
  const double reflection = std::pow(10, -(std::log10(static_cast<double>(largest)) - 1) / std::log10(2.0) - 3);
  return 1.5 * std::log(1 / reflection) / (static_cast<double>(absorbing) * spacing_m);
}

}  // namespace

Sponge::Sponge(const Space& space, const Layout& layout) : cells_(layout.cells) {
  const std::size_t largest = *std::max_element(space.absorbing.begin(), space.absorbing.end());
  for (std::size_t s = 0; s < 3; ++s) {
    ramp_[s].assign(cells_[s], 0.0);
    ring_[s].assign(cells_[s], 0);
  }
  for (std::size_t axis = 0; axis < space.dim(); ++axis) {
    const std::size_t s = layout.slot(axis);
    const std::size_t absorbing = space.absorbing[axis];
    for (std::size_t i = 0; i < cells_[s]; ++i) {
      const std::size_t from_high = cells_[s] - 1 - i;
      const double low = layout.before[s] > 0 ? ramp(i, absorbing) : 0;
      const double high = layout.after[s] > 0 ? ramp(from_high, absorbing) : 0;
      ring_[s][i] = low > 0 ? i : from_high;
      ramp_[s][i] = factor(absorbing, largest, layout.spacing_m[s]) * (low + high);
    }
    framed_[s] = {absorbing > 0 && layout.before[s] > 0, absorbing > 0 && layout.after[s] > 0};
    none_ = none_ && absorbing == 0;
  }
  const auto damped = [](double r) { return r > 0; };
  const auto& row = ramp_[2];
  const auto middle = row.begin() + static_cast<std::ptrdiff_t>(row.size() / 2);
  free_first_ = static_cast<std::size_t>(std::find_if_not(row.begin(), middle, damped) - row.begin());
  free_last_ =
      row.size() - static_cast<std::size_t>(std::find_if_not(row.rbegin(), std::make_reverse_iterator(middle), damped) -
                                            row.rbegin());
}

double Sponge::strength(std::size_t i, std::size_t j, std::size_t k) const {
  const std::array<std::size_t, 3> cell{i, j, k};
  double sum = 0;
  for (std::size_t s = 0; s < 3; ++s) {
    const double own = ramp_[s][cell[s]];
    if (own == 0) continue;
    const std::size_t ring = ring_[s][cell[s]];
    bool inside = true;
    for (std::size_t other = 0; other < 3; ++other)
      if (other != s)
        inside = inside && (!framed_[other].low || cell[other] >= ring) &&
                 (!framed_[other].high || cell[other] < cells_[other] - ring);
    if (inside) sum += own;
  }
  return sum;
}

bool Sponge::only_row_ends(std::size_t i, std::size_t j) const {
  return ramp_[0][i] == 0 && ramp_[1][j] == 0;
}

}  // namespace stride::physics::acoustic
