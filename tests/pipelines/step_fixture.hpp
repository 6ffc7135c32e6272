// Steps, values and arrays for tests, made from a few words of YAML.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "operators/checks.hpp"
#include "operators/reductions.hpp"
#include "pipelines/plan.hpp"
#include "pipelines/table.hpp"
#include "spec/section_reader.hpp"
#include "spec/yaml_reader.hpp"

namespace stride::test {

using pipelines::StepContext;
using pipelines::StepInfo;

inline std::shared_ptr<spec::Node> yaml(const std::string& text) {
  spec::Diagnostics diagnostics;
  auto node = spec::read_yaml(text, "test.yaml", diagnostics);
  REQUIRE_MESSAGE(!diagnostics.has_errors(), diagnostics.render(false));
  return node;
}

// Values of a step, defaults filled in: values_of("clip", "{min: 1}").
inline spec::Values values_of(const std::string& step, const std::string& parameters = "{}") {
  const StepInfo* info = pipelines::find_step(step);
  REQUIRE(info != nullptr);
  spec::Diagnostics diagnostics;
  const auto node = yaml(parameters);
  spec::Values values = spec::read_section(*node, step, info->parameters, diagnostics);
  REQUIRE_MESSAGE(!diagnostics.has_errors(), diagnostics.render(false));
  return values;
}

template <class Real>
std::unique_ptr<pipelines::Step<Real>> make(const std::string& step, const std::string& parameters,
                                            const StepContext<Real>& context) {
  return pipelines::make_step<Real>(*pipelines::find_step(step), values_of(step, parameters), context);
}

template <class Real>
Array<Real> array(Shape shape, std::initializer_list<double> numbers) {
  Array<Real> result = Array<Real>::uninitialised(std::move(shape));
  REQUIRE(numbers.size() == result.size());
  std::transform(numbers.begin(), numbers.end(), result.begin(), [](double x) { return static_cast<Real>(x); });
  return result;
}

template <class Real>
Array<Real> noise(Shape shape, std::uint64_t seed) {
  Array<Real> result = Array<Real>::uninitialised(std::move(shape));
  Random random(seed);
  for (Real& x : result) x = static_cast<Real>(random.normal());
  return result;
}

template <class... A>
auto list(A... arrays) {
  operators::Arrays<std::remove_cvref_t<decltype(*std::get<0>(std::tie(arrays...)).data())>> result;
  (result.push_back(std::move(arrays)), ...);
  return result;
}

template <class Real>
std::vector<double> numbers(const Array<Real>& values) {
  return {values.begin(), values.end()};
}

// Equal to a few units in the last place of the largest.
inline bool close(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0, difference = 0;
  for (std::size_t i = 0; i < a.size() && a.size() == b.size(); ++i) {
    largest = std::max(largest, std::fabs(b[i]));
    difference = std::max(difference, std::fabs(a[i] - b[i]));
  }
  return a.size() == b.size() && difference <= 4e-16 * largest;
}

// Bits, so that NaN equals NaN and 0 differs from -0.
template <class Real>
bool same_bits(const Array<Real>& a, const Array<Real>& b) {
  return a.shape() == b.shape() &&
         std::equal(reinterpret_cast<const char*>(a.begin()), reinterpret_cast<const char*>(a.end()),
                    reinterpret_cast<const char*>(b.begin()));
}

// What check() says of the values with this context; "key: what" each.
inline std::vector<std::string> problems_of(const std::string& step, const std::string& parameters,
                                            const pipelines::CheckContext& context = {}) {
  const StepInfo* info = pipelines::find_step(step);
  std::vector<std::string> texts;
  if (!info->check) return texts;
  for (const auto& problem : info->check(values_of(step, parameters), context))
    texts.push_back((problem.warning ? "warning: " : "") + problem.key + ": " + problem.what);
  return texts;
}

}  // namespace stride::test
