// Weights of central differences of even order (Fornberg, Math. Comp. 51, 1988), for unit spacing.
#pragma once

#include <array>
#include <cstddef>

#include "physics/acoustic/row_work.hpp"

namespace stride::physics::acoustic {

constexpr std::size_t max_reach = longest_reach;

// Weight of offset k at [k]; entries beyond the reach are zero.
using Weights = std::array<double, max_reach + 1>;

// f'' = w[0] f(0) + sum_k w[k] (f(k) + f(-k)).
constexpr Weights second_derivative(std::size_t reach) {
  Weights w{};
  double ratio = 1;  // (R!)^2 / ((R-k)! (R+k)!)
  for (std::size_t k = 1; k <= reach; ++k) {
    ratio *= static_cast<double>(reach - k + 1) / static_cast<double>(reach + k);
    w[k] = (k % 2 == 1 ? 2.0 : -2.0) * ratio / static_cast<double>(k * k);
    w[0] -= 2 * w[k];
  }
  return w;
}

// f' = sum_k w[k] (f(k) - f(-k)).
constexpr Weights first_derivative(std::size_t reach) {
  Weights w{};
  double ratio = 1;
  for (std::size_t k = 1; k <= reach; ++k) {
    ratio *= static_cast<double>(reach - k + 1) / static_cast<double>(reach + k);
    w[k] = (k % 2 == 1 ? 1.0 : -1.0) * ratio / static_cast<double>(k);
  }
  return w;
}

// f' at a half point: sum_k w[k] (f(k - 1/2) - f(1/2 - k)), k from 1.
constexpr Weights half_derivative(std::size_t reach) {
  Weights w{};
  for (std::size_t k = 1; k <= reach; ++k) {
    const double odd = static_cast<double>(2 * k - 1);
    w[k] = 1 / odd;
    for (std::size_t j = 1; j <= reach; ++j) {
      const double other = static_cast<double>(2 * j - 1);
      if (j != k) w[k] *= other * other / (other * other - odd * odd);
    }
  }
  return w;
}

// The largest eigenvalue of -f'' on a line: at the shortest wave, where the signs alternate.
constexpr double largest_symbol(std::size_t reach) {
  const Weights w = second_derivative(reach);
  double sum = -w[0];
  for (std::size_t k = 1; k <= reach; ++k) sum += 2 * (w[k] > 0 ? w[k] : -w[k]);
  return sum;
}

}  // namespace stride::physics::acoustic
