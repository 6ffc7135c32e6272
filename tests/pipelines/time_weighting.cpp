#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "operators/checks.hpp"
#include "pipelines/steps/steps.hpp"

using namespace stride;
using namespace stride::pipelines;

namespace {

spec::Values power(double p) {
  spec::Values values;
  values.set("time_power", p, {}, true);
  return values;
}

spec::Values window(std::vector<double> times_s) {
  spec::Values values;
  values.set("time_window", std::move(times_s), {}, true);
  return values;
}

std::unique_ptr<Step<double>> make(const spec::Values& values, double t0_s = 0) {
  StepContext<double> context;
  context.dt_s = 0.1;
  context.t0_s = t0_s;
  return make_step<double>(steps::time_weighting(), values, context);
}

Arrays<double> ones(std::size_t traces, std::size_t samples) {
  Arrays<double> inputs;
  inputs.push_back(Array<double>::from({traces, samples}, std::vector<double>(traces * samples, 1.0)));
  return inputs;
}

bool tells(const std::vector<Problem>& problems, const std::string& text) {
  return problems.size() == 1 && problems[0].what.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("time_weighting: a power of the time since the first sample") {
  const std::vector<double> expected = {0, 1. / 16, 4. / 16, 9. / 16, 1};
  const auto y = make(power(2), 7)->forward(ones(2, 5));
  for (std::size_t i = 0; i < 10; ++i) CHECK(y[0][i] == doctest::Approx(expected[i % 5]).epsilon(1e-15));
  CHECK(make(power(0))->forward(ones(1, 3))[0][0] == 1);
}

TEST_CASE("time_weighting: a window with a cosine taper inside its ends, on the record's time axis") {
  // By hand: samples at 1.0, 1.1, .. 2.0 s; the window is samples 1..9, its taper two samples long.
  const std::vector<double> expected = {0, 0, 0.5, 1, 1, 1, 1, 1, 0.5, 0, 0};
  const auto y = make(window({1.1, 1.9, 0.2}), 1.0)->forward(ones(1, 11));
  for (std::size_t n = 0; n < 11; ++n) CHECK(y[0][n] == doctest::Approx(expected[n]).epsilon(1e-12));
  const auto hard = make(window({0.3, 0.6, 0}))->forward(ones(1, 11));
  for (std::size_t n = 0; n < 11; ++n) CHECK(hard[0][n] == (n >= 3 && n <= 6 ? 1 : 0));
}

TEST_CASE("time_weighting: both together are a product") {
  spec::Values both = power(1);
  both.set("time_window", std::vector<double>{0.5, 0.8, 0}, {}, true);
  const auto y = make(both)->forward(ones(1, 11));
  CHECK(y[0][4] == 0);
  CHECK(y[0][5] == 0.5);
  CHECK(y[0][8] == doctest::Approx(0.8));
  CHECK(y[0][10] == 0);
}

TEST_CASE("time_weighting: nothing given, one sample, a NaN in one trace or outside the window") {
  CHECK(make(spec::Values{})->forward(ones(1, 3))[0][0] == 1);
  CHECK_FALSE(steps::time_weighting().enabled(spec::Values{}));
  CHECK(make(power(2))->forward(ones(1, 1))[0][0] == 1);
  Arrays<double> inputs = ones(2, 5);
  inputs[0][0] = std::numeric_limits<double>::quiet_NaN();
  inputs[0][2] = std::numeric_limits<double>::quiet_NaN();
  const auto y = make(window({0.1, 0.4, 0}))->forward(std::move(inputs));
  CHECK(y[0][0] == 0);
  CHECK(std::isnan(y[0][2]));
  CHECK(y[0][7] == 1);
}

TEST_CASE("time_weighting: a window beside the record, or between two samples, is an error with both ranges") {
  for (const auto& times : {std::vector<double>{5, 6, 0}, std::vector<double>{0.32, 0.38, 0}}) {
    std::string message;
    try {
      make(window(times))->forward(ones(1, 11));
    } catch (const Error& error) {
      message = error.what();
    }
    CHECK(message.find("holds no sample of the record, which runs from 0 s to 1 s") != std::string::npos);
  }
}

TEST_CASE("time_weighting: parameter mistakes") {
  const auto check = steps::time_weighting().check;
  CHECK(check(window({0, 1, 0.5}), CheckContext{}).empty());
  CHECK(check(power(2), CheckContext{}).empty());
  CHECK(tells(check(window({2, 1, 0}), CheckContext{}), "ends at 1 s, not after its start at 2 s"));
  CHECK(tells(check(window({0, 1}), CheckContext{}), "has 2 values"));
  CHECK(tells(check(window({0, 1, -0.1}), CheckContext{}), "a taper of -0.1 s"));
  CHECK(tells(check(window({0, 1, 0.6}), CheckContext{}), "0.6 s at both ends, more than its length of 1 s"));
}

TEST_CASE("time_weighting: dot-product test") {
  spec::Values both = power(1.5);
  both.set("time_window", std::vector<double>{0.5, 3, 0.4}, {}, true);
  CHECK(operators::dot_product_test(*make(both), operators::random_like(ones(3, 40), 6)).error() < 1e-14);
}
