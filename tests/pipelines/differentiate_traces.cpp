#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "pipelines/one_input.hpp"
#include "pipelines/step_fixture.hpp"
#include "pipelines/steps/steps.hpp"

using namespace stride;
using namespace stride::pipelines;

namespace {

constexpr double dt_s = 0.1;

spec::Values defaults() {
  return test::values_of("differentiate_traces");
}

spec::Values order(std::int64_t n, const std::string& method) {
  spec::Values values = defaults();
  values.set("diff_order", n, {}, true);
  values.set("diff_method", method, {}, true);
  return values;
}

template <class Real>
std::unique_ptr<Step<Real>> make(const spec::Values& values) {
  StepContext<Real> context;
  context.dt_s = dt_s;
  return make_step<Real>(steps::differentiate_traces(), values, context);
}

}  // namespace

TEST_CASE("differentiate_traces: fft, against the derivatives of a Gaussian") {
  std::vector<double> x(200);
  const auto at = [](std::size_t n) { return (static_cast<double>(n) - 99.5) * dt_s; };
  for (std::size_t n = 0; n < x.size(); ++n) x[n] = std::exp(-at(n) * at(n));
  const auto first = make<double>(order(1, "fft"))->forward(one(1, x));
  const auto second = make<double>(order(2, "fft"))->forward(one(1, x));
  for (std::size_t n = 0; n < x.size(); ++n) {
    CHECK(first[0][n] == doctest::Approx(-2 * at(n) * x[n]).epsilon(1e-9));
    CHECK(second[0][n] == doctest::Approx((4 * at(n) * at(n) - 2) * x[n]).epsilon(1e-9));
  }
}

TEST_CASE("differentiate_traces: central, by hand") {
  const std::vector<double> x = {1, 2, 4, 7, 11};
  const std::vector<double> first = {10, 15, 25, 35, 40};
  const auto y = make<double>(order(1, "central"))->forward(one(1, x));
  const auto z = make<double>(order(2, "central"))->forward(one(1, x));
  for (std::size_t n = 0; n < 5; ++n) {
    CHECK(y[0][n] == doctest::Approx(first[n]));
    CHECK(z[0][n] == doctest::Approx(100));
  }
}

TEST_CASE("differentiate_traces: nothing given, one sample, zeros, no set, a NaN in one trace") {
  CHECK_FALSE(steps::differentiate_traces().enabled(defaults()));
  CHECK(make<double>(defaults())->forward(one<double>(1, {3, 5}))[0][1] == 5);
  CHECK(make<double>(defaults())->adjoint(one<double>(1, {3, 5}), one<double>(1, {3, 5}))[0][1] == 5);
  CHECK(std::isfinite(make<double>(order(1, "fft"))->forward(one<double>(1, {3}))[0][0]));
  CHECK(make<double>(order(1, "fft"))->forward(one<double>(2, {0, 0, 0, 0}))[0][3] == 0);
  CHECK(make<double>(order(1, "fft"))->forward(Arrays<double>(1))[0].empty());
  for (const std::string method : {"fft", "central"}) {
    std::vector<double> x(20, 0.0);
    x[14] = 1;
    const auto clean = make<double>(order(1, method))->forward(one(2, x));
    x[3] = std::numeric_limits<double>::quiet_NaN();
    const auto spoilt = make<double>(order(1, method))->forward(one(2, x));
    CHECK(std::isnan(spoilt[0][2]));
    for (std::size_t i = 10; i < 20; ++i) CHECK(spoilt[0][i] == clean[0][i]);
  }
}

TEST_CASE("differentiate_traces: parameter mistakes") {
  const auto check = steps::differentiate_traces().check;
  CHECK(check(defaults(), CheckContext{}).empty());
  CHECK(check(order(2, "central"), CheckContext{dt_s, 3, false}).empty());
  const auto third = check(order(3, "fft"), CheckContext{});
  REQUIRE(third.size() == 1);
  CHECK(third[0].what == "diff_order is 3; it can be 1 or 2");
  const auto brief = check(order(2, "central"), CheckContext{dt_s, 2, false});
  REQUIRE(brief.size() == 1);
  CHECK(brief[0].what.find("order 2 need 3 samples; the traces have 2") != std::string::npos);
}

TEST_CASE("differentiate_traces: dot-product tests") {
  for (const std::string method : {"fft", "central"}) {
    for (const std::int64_t n : {1, 2}) {
      const auto x = operators::random_like(one(3, std::vector<double>(111, 0.0)), 7);
      const auto x32 = operators::random_like(one(3, std::vector<float>(111, 0.0F)), 7);
      CHECK(operators::dot_product_test(*make<double>(order(n, method)), x).error() < 1e-12);
      CHECK(operators::dot_product_test(*make<float>(order(n, method)), x32).error() < 1e-5);
    }
  }
}
