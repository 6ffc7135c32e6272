#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "pipelines/step_fixture.hpp"
#include "pipelines/steps/steps.hpp"

using namespace stride;
using namespace stride::pipelines;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

spec::Values defaults() {
  return test::values_of("despike");
}

spec::Values window(std::int64_t samples) {
  spec::Values values = defaults();
  values.set("despike_window", samples, {}, true);
  return values;
}

std::unique_ptr<Step<double>> make(const spec::Values& values, Report* report = nullptr) {
  StepContext<double> context;
  context.roles = {"observed"};
  context.report = report;
  return make_step<double>(steps::despike(), values, context);
}

Arrays<double> one(std::size_t traces, const std::vector<double>& values) {
  Arrays<double> inputs;
  inputs.push_back(Array<double>::from({traces, values.size() / traces}, values));
  return inputs;
}

}  // namespace

TEST_CASE("despike: replaces a spike by the median and leaves the rest alone") {
  Report report;
  // By hand for n = 4: the window 3, 4, 90, 6, 7 has median 6, deviations 3, 2, 84, 0, 1, s = 1.4826 * 2 and 84 > 3 s.
  const auto y = make(window(5), &report)->forward(one(2, {1, 2, 3, 4, 90, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  const std::vector<double> expected = {1, 2, 3, 4, 6, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(y[0][i] == expected[i]);
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes[0].count == 1);
}

TEST_CASE("despike: the level decides") {
  spec::Values high = window(5);
  high.set("despike_level", 29.0, {}, true);
  CHECK(make(high)->forward(one(1, {1, 2, 3, 4, 90, 6, 7, 8, 9}))[0][4] == 90);
  high.set("despike_level", 28.0, {}, true);
  CHECK(make(high)->forward(one(1, {1, 2, 3, 4, 90, 6, 7, 8, 9}))[0][4] == 6);
}

TEST_CASE("despike: a smooth signal keeps its bits, a spike on silence goes") {
  std::vector<double> ricker(200);
  for (std::size_t n = 0; n < 200; ++n) {
    const double a = std::pow(std::numbers::pi * (static_cast<double>(n) - 100.3) / 25, 2);
    ricker[n] = (1 - 2 * a) * std::exp(-a);
  }
  const auto y = make(window(5))->forward(one(1, ricker));
  for (std::size_t n = 0; n < 200; ++n) CHECK(y[0][n] == ricker[n]);
  const auto z = make(window(5))->forward(one(1, {0, 0, 0, 1, 0, 0, 0}));
  for (const double v : z[0]) CHECK(v == 0);
}

TEST_CASE("despike: an Inf is a spike, a NaN is left alone, in its trace") {
  const auto y = make(window(5))->forward(one(2, {1, 2, infinity, 4, 5, 6, 1, 2, 3, not_a_number, 5, 6}));
  CHECK(y[0][2] == 4);
  CHECK(std::isnan(y[0][9]));
  for (const std::size_t i : {6, 7, 8, 10, 11}) CHECK(y[0][i] == static_cast<double>(i - 5));
}

TEST_CASE("despike: nothing given, one sample, zeros, no set") {
  CHECK_FALSE(steps::despike().enabled(defaults()));
  CHECK(make(defaults())->forward(one(1, {0, 0, 5, 0, 0}))[0][2] == 5);
  CHECK(make(window(3))->forward(one(1, {5}))[0][0] == 5);
  CHECK(make(window(3))->forward(one(1, {0, 0, 0}))[0][1] == 0);
  Arrays<double> none(1);
  CHECK(make(window(3))->forward(std::move(none))[0].empty());
}

TEST_CASE("despike: parameter mistakes") {
  const auto check = steps::despike().check;
  CHECK(check(defaults(), CheckContext{}).empty());
  CHECK(check(window(5), CheckContext{}).empty());
  for (const std::int64_t wrong : {1, 4}) {
    const auto problems = check(window(wrong), CheckContext{});
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].what.find("is " + std::to_string(wrong) + " samples; it must be odd") != std::string::npos);
  }
  const auto longer = check(window(11), CheckContext{0.1, 10, false});
  REQUIRE(longer.size() == 1);
  CHECK(longer[0].what.find("11 samples is longer than the record of 10 samples") != std::string::npos);
}

TEST_CASE("despike: dot-product and Taylor tests with the decisions held") {
  Arrays<double> x = operators::random_like(one(3, std::vector<double>(120, 0.0)), 4);
  for (std::size_t i = 7; i < 120; i += 13) x[0][i] = 50;
  Report report;
  const auto step = make(window(7), &report);
  CHECK(operators::dot_product_test(*step, x).error() < 1e-14);
  CHECK(report.notes[0].count == 3);
  operators::TaylorOptions options;
  options.largest_step = 1e-5;
  const auto taylor = operators::taylor_test(*step, x, options);
  CHECK_MESSAGE(taylor.passes(), taylor.to_string());
}
