#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "operators/checks.hpp"
#include "pipelines/one_input.hpp"
#include "pipelines/steps/steps.hpp"

using namespace stride;
using namespace stride::pipelines;

namespace {

constexpr double dt_s = 0.1;

template <class Real>
std::unique_ptr<Step<Real>> make(const spec::Values& values) {
  StepContext<Real> context;
  context.dt_s = dt_s;
  return make_step<Real>(steps::resample(), values, context);
}

spec::Values step_of(double seconds) {
  spec::Values values;
  values.set("new_step", seconds, {}, true);
  return values;
}

// A pulse of about 1 Hz at 10 s.
double pulse(double t_s) {
  return std::cos(6 * (t_s - 10)) * std::exp(-(t_s - 10) * (t_s - 10));
}

std::vector<double> pulses() {
  std::vector<double> x(400);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = pulse(dt_s * static_cast<double>(i % 200));
  return x;
}

}  // namespace

TEST_CASE("resample: finer and coarser, against the pulse itself") {
  for (const double new_step : {0.03, 0.1, 0.15, 0.25}) {
    const auto y = make<double>(step_of(new_step))->forward(one(2, pulses()));
    const std::size_t samples = y[0].shape()[1];
    CHECK(samples == static_cast<std::size_t>(std::floor(199 * dt_s / new_step + 1e-9)) + 1);
    REQUIRE(y[0].shape()[0] == 2);
    double worst = 0;
    for (std::size_t i = 0; i < y[0].size(); ++i)
      worst = std::max(worst, std::abs(y[0][i] - pulse(new_step * static_cast<double>(i % samples))));
    CHECK(worst < 2e-3);
  }
}

TEST_CASE("resample: what the new interval cannot hold goes") {
  std::vector<double> fast(400);
  for (std::size_t n = 0; n < fast.size(); ++n)
    fast[n] = std::sin(2 * std::acos(-1.0) * 4 * dt_s * static_cast<double>(n));
  const auto y = make<double>(step_of(0.4))->forward(one(1, fast));
  for (std::size_t n = 20; n < y[0].size() - 20; ++n) CHECK(std::abs(y[0][n]) < 1e-2);
}

TEST_CASE("resample: tells the new interval") {
  CHECK(steps::resample().new_dt_s(step_of(0.03)) == 0.03);
}

TEST_CASE("resample: nothing given, one sample, zeros, no set, a NaN in one trace") {
  CHECK_FALSE(steps::resample().enabled(spec::Values{}));
  CHECK(make<double>(spec::Values{})->forward(one<double>(1, {3, 5}))[0][1] == 5);
  CHECK(make<double>(spec::Values{})->adjoint(one<double>(1, {3, 5}), one<double>(1, {3, 5}))[0][1] == 5);
  const auto single = make<double>(step_of(0.03))->forward(one<double>(1, {3}));
  REQUIRE(single[0].size() == 1);
  CHECK(single[0][0] == doctest::Approx(3));
  const auto still = make<double>(step_of(0.03))->forward(one(1, std::vector<double>(9, 0.0)));
  for (const double v : still[0]) CHECK(v == 0);
  CHECK(make<double>(step_of(0.03))->forward(Arrays<double>(1))[0].empty());
  std::vector<double> spoilt = pulses();
  spoilt[7] = std::numeric_limits<double>::quiet_NaN();
  const auto y = make<double>(step_of(0.05))->forward(one(2, spoilt));
  const auto clean = make<double>(step_of(0.05))->forward(one(2, pulses()));
  for (std::size_t i = y[0].shape()[1]; i < y[0].size(); ++i) CHECK(y[0][i] == clean[0][i]);
}

TEST_CASE("resample: parameter mistakes") {
  const auto check = steps::resample().check;
  CHECK(check(spec::Values{}, CheckContext{dt_s, 10, false}).empty());
  CHECK(check(step_of(0.5), CheckContext{dt_s, 10, false}).empty());
  CHECK(check(step_of(2), CheckContext{}).empty());
  const auto longer = check(step_of(2), CheckContext{dt_s, 10, false});
  REQUIRE(longer.size() == 1);
  CHECK(longer[0].what.find("new_step 2 s is longer than the record of 1 s") != std::string::npos);
}

TEST_CASE("resample: dot-product test") {
  for (const double new_step : {0.03, 0.1, 0.25}) {
    const auto x = operators::random_like(one(3, std::vector<double>(120, 0.0)), 7);
    const auto x32 = operators::random_like(one(3, std::vector<float>(120, 0.0F)), 7);
    CHECK(operators::dot_product_test(*make<double>(step_of(new_step)), x).error() < 1e-12);
    CHECK(operators::dot_product_test(*make<float>(step_of(new_step)), x32).error() < 1e-5);
  }
}
