// Fields and values for tests of constraints.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/array.hpp"
#include "core/random.hpp"
#include "optimisation/constraint/constraint.hpp"
#include "optimisation/constraint/table.hpp"

namespace stride::test {

template <class Real>
Array<Real> noise_field(const Shape& shape, std::uint64_t seed, double mean = 0, double deviation = 1) {
  auto field = Array<Real>::uninitialised(shape);
  Random random(seed);
  for (Real& x : field) x = static_cast<Real>(mean + deviation * random.normal());
  return field;
}

template <class Real>
std::vector<double> field_numbers(const Array<Real>& field) {
  return {field.begin(), field.end()};
}

struct Setting {
  std::string key;
  spec::Values::Value value;
};

inline spec::Values settings(const std::vector<Setting>& list) {
  spec::Values values;
  for (const Setting& setting : list) values.set(setting.key, setting.value, {}, true);
  return values;
}

inline spec::Values text_and(const std::string& key, const std::string& text, std::vector<Setting> list) {
  list.push_back({key, text});
  return settings(list);
}

template <class Real>
Array<Real> projected(const std::string& constraint, const spec::Values& values, const Array<Real>& field) {
  auto result = field.clone();
  optimisation::make_constraint<Real>(constraint, values)->project(result);
  return result;
}

inline double norm(const Array<double>& x) {
  double sum = 0;
  for (const double v : x) sum += v * v;
  return std::sqrt(sum);
}

inline double largest_difference(const Array<double>& a, const Array<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::fabs(a[i] - b[i]));
  return largest;
}

// Along one axis, of the differences' magnitudes.
inline double variation(const Array<double>& x, std::size_t axis) {
  std::size_t stride = 1;
  for (std::size_t a = axis + 1; a < x.rank(); ++a) stride *= x.shape()[a];
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (i / stride % x.shape()[axis] + 1 < x.shape()[axis]) sum += std::fabs(x[i + stride] - x[i]);
  return sum;
}

}  // namespace stride::test
