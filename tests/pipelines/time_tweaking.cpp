#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "pipelines/step_fixture.hpp"
#include "pipelines/steps/steps.hpp"

using namespace stride;
using namespace stride::pipelines;

namespace {

constexpr double dt_s = 1e-3;
constexpr std::size_t samples = 200;

spec::Values defaults() {
  return test::values_of("time_tweaking");
}

spec::Values shift(double max_shift_s, double strength = 1) {
  spec::Values values = defaults();
  values.set("max_shift", max_shift_s, {}, true);
  values.set("tweak_strength", strength, {}, true);
  return values;
}

std::unique_ptr<Step<double>> make(const spec::Values& values, Report* report = nullptr) {
  StepContext<double> context;
  context.roles = {"modelled", "observed"};
  context.dt_s = dt_s;
  context.report = report;
  return make_step<double>(steps::time_tweaking(), values, context);
}

// A smooth pulse around `centre` samples.
double pulse(double n, double centre) {
  const double a = (n - centre) / 6;
  return (1 - 0.4 * a) * std::exp(-a * a);
}

// Two traces: modelled at 100 and 90, observed at those centres.
Arrays<double> pulses(double first, double second) {
  Arrays<double> inputs;
  for (const auto& [a, b] : {std::pair{100.0, 90.0}, std::pair{first, second}}) {
    Array<double> data = Array<double>::uninitialised({2, samples});
    for (std::size_t n = 0; n < samples; ++n) {
      data[n] = pulse(static_cast<double>(n), a);
      data[samples + n] = pulse(static_cast<double>(n), b);
    }
    inputs.push_back(std::move(data));
  }
  return inputs;
}

double largest_difference(const Array<double>& a, const Array<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

bool tells(const std::vector<Problem>& problems, const std::string& text) {
  return problems.size() == 1 && problems[0].what.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("time_tweaking: observed meets modelled, by whole samples and between them") {
  Report report;
  const auto whole = make(shift(10 * dt_s), &report)->forward(pulses(104, 90));
  CHECK(largest_difference(whole[0], pulses(0, 0)[0]) == 0);
  CHECK(largest_difference(whole[1], whole[0]) < 1e-6);
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes[0].count == 1);
  // A parabola through three points finds the peak of such a pulse to about 2 % of a sample.
  const auto between = make(shift(10 * dt_s))->forward(pulses(103.3, 86.6));
  CHECK(largest_difference(between[1], between[0]) < 0.01);
  CHECK(largest_difference(pulses(103.3, 86.6)[1], between[0]) > 0.3);
}

TEST_CASE("time_tweaking: half the strength goes half the way, none nowhere") {
  const auto half = make(shift(10 * dt_s, 0.5))->forward(pulses(104, 90));
  CHECK(largest_difference(half[1], pulses(102, 90)[1]) < 1e-6);
  const auto none = make(shift(10 * dt_s, 0))->forward(pulses(104, 90));
  CHECK(largest_difference(none[1], pulses(104, 90)[1]) == 0);
}

TEST_CASE("time_tweaking: no lag goes beyond max_shift") {
  const auto y = make(shift(3 * dt_s))->forward(pulses(120, 90));
  CHECK(largest_difference(y[1], pulses(117, 90)[1]) < 1e-6);
}

TEST_CASE("time_tweaking: identity when not enabled, with one set only (and says so), for zeros") {
  CHECK_FALSE(steps::time_tweaking().enabled(defaults()));
  CHECK(largest_difference(make(defaults())->forward(pulses(104, 90))[1], pulses(104, 90)[1]) == 0);
  Report report;
  Arrays<double> inputs = pulses(104, 90);
  inputs[0] = Array<double>{};
  const auto y = make(shift(5 * dt_s), &report)->forward(std::move(inputs));
  CHECK(y[0].empty());
  CHECK(largest_difference(y[1], pulses(104, 90)[1]) == 0);
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes[0].level == Note::Level::warning);
  Arrays<double> zeros;
  zeros.push_back(Array<double>::zeros({2, 1}));
  zeros.push_back(Array<double>::zeros({2, 1}));
  CHECK(make(shift(5 * dt_s))->forward(std::move(zeros))[1][0] == 0);
}

TEST_CASE("time_tweaking: a NaN stays in its trace") {
  Arrays<double> inputs = pulses(104, 87);
  inputs[1][50] = std::numeric_limits<double>::quiet_NaN();
  const auto y = make(shift(5 * dt_s))->forward(std::move(inputs));
  const auto clean = make(shift(5 * dt_s))->forward(pulses(104, 87));
  for (std::size_t n = samples; n < 2 * samples; ++n) CHECK(y[1][n] == clean[1][n]);
}

TEST_CASE("time_tweaking: sets of other shapes are an error with both") {
  Arrays<double> inputs;
  inputs.push_back(Array<double>::zeros({2, 5}));
  inputs.push_back(Array<double>::zeros({3, 5}));
  CHECK_THROWS_WITH_AS(make(shift(2 * dt_s))->forward(std::move(inputs)),
                       doctest::Contains("modelled is (2, 5) and observed is (3, 5)"), Error);
}

TEST_CASE("time_tweaking: parameter mistakes") {
  const auto check = steps::time_tweaking().check;
  const CheckContext known{dt_s, samples, false};
  CHECK(check(defaults(), known).empty());
  CHECK(check(shift(dt_s), known).empty());
  CHECK(tells(check(shift(0.1 * dt_s), known), "0.0001 s is shorter than one sample of 0.001 s"));
  CHECK(tells(check(shift(0.3), known), "0.3 s must be shorter than the record of 0.2 s"));
  CHECK(tells(check(shift(dt_s, 1.5), known), "tweak_strength 1.5 must lie between 0 and 1"));
}

TEST_CASE("time_tweaking: dot-product test with the lags held") {
  const Arrays<double> x = pulses(103.3, 86.6);
  CHECK(operators::dot_product_test(*make(shift(10 * dt_s)), x).error() < 1e-12);
}
