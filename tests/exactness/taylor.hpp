// A loss along a direction against its derivative.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "exactness/rows.hpp"

namespace stride::exactness {

constexpr double least_slope = 1.9, most_error = 1e-6, most_dot = 1e-11;
constexpr double most_error_float = 1e-3, most_dot_float = 1e-5;

struct Agreement {
  double slope = 0;  // of the logarithm of the remainder after the first order, over three decades
  double best = 1;   // least relative error of a central difference
};

// `loss`: at a distance along the direction. Steps are powers of two: largest, a 32nd and a 1024th of it.
template <class LossAt>
Agreement agreement(double derivative, double largest, const LossAt& loss) {
  Agreement out;
  const double here = loss(0.0);
  std::vector<std::pair<double, double>> rest;
  for (double h = largest; h >= largest / 1024; h /= 32) {
    const double up = loss(h), down = loss(-h);
    out.best = std::min(out.best, std::abs((up - down) / (2 * h) - derivative) / std::abs(derivative));
    rest.emplace_back(h, std::abs(up - here - h * derivative));
  }
  out.slope = std::log(rest.front().second / rest.back().second) / std::log(rest.front().first / rest.back().first);
  return out;
}

inline void add(Figures& figures, const std::string& of, const Agreement& found) {
  figures.at_least(of + ": Taylor slope", found.slope, least_slope);
  figures.at_most(of + ": against differences", found.best, most_error);
}

// |<a,b> - <c,d>| over |a||b|.
template <class A, class B, class C, class D>
double dot_error(const A& a, const B& b, const C& c, const D& d) {
  double left = 0, right = 0, aa = 0, bb = 0;
  for (std::size_t n = 0; n < a.size(); ++n) {
    const auto x = static_cast<double>(a[n]), y = static_cast<double>(b[n]);
    left += x * y;
    aa += x * x;
    bb += y * y;
  }
  for (std::size_t n = 0; n < c.size(); ++n) right += static_cast<double>(c[n]) * static_cast<double>(d[n]);
  return std::abs(left - right) / std::sqrt(aa * bb);
}

}  // namespace stride::exactness
