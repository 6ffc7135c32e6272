#include "problem/arrangements.hpp"

#include <cassert>
#include <cmath>
#include <numbers>

#include "core/array.hpp"

namespace stride::problem {
namespace {

using std::numbers::pi;

// Number `i` of `num` from `first` to `last`; the last is met to the bit.
double between(double first, double last, std::size_t i, std::size_t num) {
  if (i == 0) return first;
  if (i + 1 == num) return last;
  return first + (last - first) * (static_cast<double>(i) / static_cast<double>(num - 1));
}

}  // namespace

std::vector<double> domain_lengths(const Space& space) {
  std::vector<double> lengths;
  for (std::size_t k = 0; k < space.dim(); ++k)
    lengths.push_back(static_cast<double>(space.shape[k] - 1) * space.spacing_m[k]);
  return lengths;
}

std::vector<double> domain_centre(const Space& space) {
  std::vector<double> centre = domain_lengths(space);
  for (double& value : centre) value /= 2;
  return centre;
}

std::vector<double> default_radius(const Space& space) {
  constexpr double margin = 15e-3, margin_axis_1_in_2d = 13e-3;  // the reference's, m
  std::vector<double> radius = domain_lengths(space);
  for (std::size_t k = 0; k < radius.size(); ++k)
    radius[k] = (radius[k] - (radius.size() == 2 && k == 1 ? margin_axis_1_in_2d : margin)) / 2;
  return radius;
}

Points ellipse(std::size_t num, const std::vector<double>& radius, const std::vector<double>& centre) {
  assert(radius.size() == 2 && centre.size() == 2);
  Points points;
  for (std::size_t k = 0; k < num; ++k) {
    const double angle = 2 * pi * static_cast<double>(k) / static_cast<double>(num);
    points.push_back({centre[0] + radius[0] * std::cos(angle), centre[1] + radius[1] * std::sin(angle)});
  }
  return points;
}

Points ellipsoid(std::size_t num, const std::vector<double>& radius, const std::vector<double>& centre,
                 double threshold) {
  assert(radius.size() == 3 && centre.size() == 3 && threshold >= 0 && threshold < 1);
  constexpr double rounding = 1e-9;  // 70 / (1 - 0.3) is a hair above 100
  const double whole = std::ceil(static_cast<double>(num) / (1 - threshold) - rounding);
  const double golden_angle = pi * (3 - std::sqrt(5.0));
  Points points;
  for (std::size_t i = 0; i < num; ++i) {
    const auto index = static_cast<double>(i);
    const double z = 1 - (2 * index + 1) / whole, s = std::sqrt(1 - z * z);
    const double angle = index * golden_angle;
    points.push_back({centre[0] + radius[0] * s * std::cos(angle), centre[1] + radius[1] * s * std::sin(angle),
                      centre[2] + radius[2] * z});
  }
  return points;
}

Points grid(const std::vector<std::size_t>& num, const std::vector<double>& start, const std::vector<double>& end) {
  assert(num.size() == start.size() && num.size() == end.size());
  Points points;
  for (std::size_t number = 0; number < element_count(num); ++number) {
    std::vector<double> point(num.size());
    std::size_t rest = number;
    for (std::size_t k = num.size(); k-- > 0; rest /= num[k])
      point[k] = between(start[k], end[k], rest % num[k], num[k]);
    points.push_back(std::move(point));
  }
  return points;
}

Points line(std::size_t num, const std::vector<double>& start, const std::vector<double>& end) {
  assert(start.size() == end.size());
  Points points;
  for (std::size_t i = 0; i < num; ++i) {
    std::vector<double> point(start.size());
    for (std::size_t k = 0; k < point.size(); ++k) point[k] = between(start[k], end[k], i, num);
    points.push_back(std::move(point));
  }
  return points;
}

}  // namespace stride::problem
