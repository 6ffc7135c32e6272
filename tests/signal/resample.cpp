#include "signal/resample.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "support.hpp"

using namespace stride;
using namespace stride::signal;
using namespace stride::test;

namespace {

// A burst of frequency f (Hz) around 2 s.
double burst(double t, double f) {
  return std::exp(-(t - 2) * (t - 2) / 0.04) * std::sin(2 * std::numbers::pi * f * t);
}

Array<double> sampled(double f, double dt, std::size_t samples, double shift = 0) {
  auto x = Array<double>::uninitialised({1, samples});
  for (std::size_t n = 0; n < samples; ++n) x[n] = burst(static_cast<double>(n) * dt - shift, f);
  return x;
}

double largest_difference(const Array<double>& a, const Array<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

}  // namespace

TEST_CASE("resampled_length: the samples that lie in the record") {
  CHECK(resampled_length(400, 0.01, 0.004) == 998);
  CHECK(resampled_length(400, 0.01, 0.02) == 200);
  CHECK(resampled_length(401, 0.01, 0.02) == 201);
  CHECK(resampled_length(601, 5e-8, 1e-7) == 301);
  CHECK(resampled_length(1, 1, 0.1) == 1);
  CHECK(resampled_length(0, 1, 0.1) == 0);
}

TEST_CASE("resample: a band-limited burst, to a shorter and a longer step") {
  for (const double step : {0.004, 0.01, 0.013, 0.02}) {
    const auto x = sampled(8, 0.01, 400);
    const auto y = resample(x.rows(), 0.01, step);
    REQUIRE(y.shape() == Shape{1, resampled_length(400, 0.01, step)});
    CHECK(largest_difference(y, sampled(8, step, y.size())) < 1e-5);
  }
}

TEST_CASE("resample: what would alias is gone") {
  const auto x = sampled(35, 0.01, 400);  // above the new Nyquist of 25 Hz
  const auto y = resample(x.rows(), 0.01, 0.02);
  for (const double value : y) CHECK(std::abs(value) < 1e-4);
}

TEST_CASE_TEMPLATE("resample: the adjoint is the transpose", Real, float, double) {
  for (const double step : {0.4, 1.0, 1.7, 3.0}) {
    const auto x = random_traces<Real>({3, 150}, 1);
    const auto y = random_traces<Real>({3, resampled_length(150, 1, step)}, 2);
    const auto ax = resample(x.rows(), 1, step);
    const auto aty = resample_adjoint(y.rows(), 1, step, 150);
    CHECK(std::abs(dot(ax, y) - dot(x, aty)) < dot_product_tolerance<Real> * std::sqrt(dot(ax, ax) * dot(y, y)));
  }
}

TEST_CASE("delay: shifts a burst by parts of a sample, and nothing wraps") {
  for (const double samples : {0.0, 3.0, -5.0, 12.37, -7.5}) {
    auto x = sampled(8, 0.01, 400);
    delay(x.data(), 400, samples);
    CHECK(largest_difference(x, sampled(8, 0.01, 400, 0.01 * samples)) < 1e-10);
  }
  std::vector<double> x = {1, 2, 3, 4, 5};
  delay(x.data(), 5, 2);
  CHECK(x == std::vector<double>{0, 0, 1, 2, 3});
  delay(x.data(), 5, -3);
  CHECK(x == std::vector<double>{2, 3, 0, 0, 0});
  delay(x.data(), 5, 5.5);
  CHECK(x == std::vector<double>(5, 0.0));
}

TEST_CASE_TEMPLATE("delay: the adjoint is the transpose", Real, float, double) {
  for (const double samples : {0.3, -2.0, 17.77, -99.5}) {
    const double error = dot_product_error<Real>(
        {1, 101}, [&](Array<Real>& x) { delay(x.data(), 101, samples); },
        [&](Array<Real>& y) { delay_adjoint(y.data(), 101, samples); });
    CHECK(error < dot_product_tolerance<Real>);
  }
}
