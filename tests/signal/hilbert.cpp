#include "signal/hilbert.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "support.hpp"

using namespace stride;
using namespace stride::signal;
using namespace stride::test;

TEST_CASE("hilbert: the imaginary part of scipy.signal.hilbert, even and odd lengths") {
  std::vector<double> even = probe(8), odd = probe(7);
  hilbert(one_row(even));
  hilbert(one_row(odd));
  const double expected_even[] = {0.26569689548960734,  -0.5864624627092438, -0.73954155432185,  -0.7796954764956409,
                                  -0.46393635398412586, -0.2167630464437582, 0.9377810128163684, 1.5829209856486428};
  const double expected_odd[] = {1.196984567164452,    -0.6745521669509454, -0.4448008168705221, -0.8689702602628465,
                                 -0.25232523561225234, -0.3516101323687174, 1.395274044900832};
  for (std::size_t n = 0; n < 8; ++n) CHECK(std::abs(even[n] - expected_even[n]) < 1e-14);
  for (std::size_t n = 0; n < 7; ++n) CHECK(std::abs(odd[n] - expected_odd[n]) < 1e-14);
}

TEST_CASE_TEMPLATE("hilbert: the adjoint is the transpose", Real, float, double) {
  for (const std::size_t samples : {std::size_t{1}, std::size_t{64}, std::size_t{101}}) {
    auto x = random_traces<Real>({2, samples}, 1), y = random_traces<Real>({2, samples}, 2);
    auto hx = x.clone(), hty = y.clone();
    hilbert(hx.rows());
    hilbert_adjoint(hty.rows());
    CHECK(std::abs(dot(hx, y) - dot(x, hty)) <= dot_product_tolerance<Real> * std::sqrt(dot(x, x) * dot(y, y)));
  }
}

TEST_CASE("envelope: of a modulated tone it is the modulation") {
  auto x = Array<double>::uninitialised({1, 512}), modulation = Array<double>::uninitialised({1, 512});
  for (std::size_t n = 0; n < 512; ++n) {
    const double t = static_cast<double>(n) - 256;
    modulation[n] = std::exp(-t * t / 800);
    x[n] = modulation[n] * std::cos(2 * std::numbers::pi * 0.2 * t);
  }
  envelope(x.rows());
  for (std::size_t n = 0; n < 512; ++n) CHECK(std::abs(x[n] - modulation[n]) < 1e-12);
}

TEST_CASE("envelope: the adjoint is the transpose of the Jacobian") {
  const auto x = random_traces<double>({2, 65}, 1), dx = random_traces<double>({2, 65}, 2);
  auto gradient = random_traces<double>({2, 65}, 3);
  const auto seed = gradient.clone();
  envelope_adjoint(x.rows(), gradient.rows());
  const double step = 1e-6;
  auto ahead = x.clone(), behind = x.clone();
  for (std::size_t i = 0; i < x.size(); ++i) {
    ahead[i] += step * dx[i];
    behind[i] -= step * dx[i];
  }
  envelope(ahead.rows());
  envelope(behind.rows());
  double change = 0;
  for (std::size_t i = 0; i < x.size(); ++i) change += seed[i] * (ahead[i] - behind[i]) / (2 * step);
  CHECK(dot(gradient, dx) == doctest::Approx(change).epsilon(1e-7));

  auto flat = Array<double>::zeros({2, 65});
  auto through_zero = seed.clone();
  envelope_adjoint(Rows<const double>(flat.rows()), through_zero.rows());
  for (const double g : through_zero) CHECK(g == 0);
}
