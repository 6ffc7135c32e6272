#include "loss_fixture.hpp"

using namespace stride;
using namespace stride::test;

namespace {

double mass(double x) {
  return std::log1p(std::exp(x)) + 1e-6;
}

Array<double> pulse(double at, double amplitude) {
  auto x = Array<double>::uninitialised({1, 400});
  for (std::size_t i = 0; i < 400; ++i)
    x[i] = amplitude * std::exp(-std::pow((static_cast<double>(i) - at) / 8, 2) / 2);
  return x;
}

}  // namespace

TEST_CASE("wasserstein: two cells by hand") {
  // Masses p, 1-p against q, 1-q, p > q, in two cells of length 1 (times dt^2): the distribution functions have corners
  // at q and p. The differences of time there are (q/p - 1) and (1 - (1 + (p-q)/(1-q))), both below 0.
  const auto values = values_of({{"sharpness", 1}});
  const double p = mass(1) / (mass(1) + mass(-0.5)), q = mass(0.25) / (mass(0.25) + mass(1));
  const double d1 = q / p - 1, d2 = -(p - q) / (1 - q);
  const double expected =
      (q * d1 * d1 + (p - q) * (d1 * d1 + d1 * d2 + d2 * d2) + (1 - p) * d2 * d2) / 3 * loss_dt_s * loss_dt_s;
  const auto result = evaluate("wasserstein", traces<double>({{1, -0.5}}), traces<double>({{0.25, 1}}), values);
  CHECK(result.value == doctest::Approx(expected).epsilon(1e-12));
  // Only p counts: moving mass from one cell to the other.
  CHECK(result.adjoint[0] > 0);
  CHECK(result.adjoint[1] < 0);
}

TEST_CASE("wasserstein: grows with the delay where least squares has long been flat") {
  const auto values = values_of({{"sharpness", 20}});
  const auto observed = pulse(200, 1);
  double last = 0;
  for (const double delay : {5.0, 20.0, 40.0, 80.0, 120.0}) {
    const double value = evaluate("wasserstein", pulse(200 + delay, 1), observed, values).value;
    CHECK(value > 1.5 * last);
    last = value;
  }
  const double l2_near = evaluate("l2", pulse(280, 1), observed).value;
  CHECK(evaluate("l2", pulse(320, 1), observed).value == doctest::Approx(l2_near).epsilon(1e-3));
}

TEST_CASE("wasserstein: symmetric, and in seconds squared") {
  auto a = arrivals<double>(1, 90, 0, 1, 5), b = arrivals<double>(1, 90, 4, 1, 6);
  // The map is scaled by the observed peak: give both the same.
  a[10] = 2;
  b[30] = 2;
  CHECK(evaluate("wasserstein", a, b).value == doctest::Approx(evaluate("wasserstein", b, a).value).epsilon(1e-12));
  auto adjoint = Array<double>::zeros({1, 90});
  const double twice =
      optimisation::make_loss<double>("wasserstein", 2 * loss_dt_s).value(a.rows(), b.rows(), adjoint.rows());
  CHECK(twice == doctest::Approx(4 * evaluate("wasserstein", a, b).value).epsilon(1e-12));
}

TEST_CASE("wasserstein: amplitudes far from the observed ones stay finite") {
  const auto observed = pulse(100, 1);
  for (const double amplitude : {1e-9, -1e-9, 1e9, -1e9}) {
    const auto result = evaluate("wasserstein", pulse(150, amplitude), observed);
    CHECK(std::isfinite(result.value));
    for (const double g : result.adjoint) CHECK(std::isfinite(g));
  }
}
