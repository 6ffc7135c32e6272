#include "signal/notch.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "support.hpp"

using namespace stride;
using namespace stride::signal;
using namespace stride::test;

TEST_CASE("resonance_inverse: takes a resonance away") {
  // The resonance alone, 1 / (1 - 2 r cos w / z + r^2 / z^2), then its inverse: only the damped pair is left.
  const double f = 0.08, quality = 12, w = 2 * std::numbers::pi * f, r = std::exp(-w / (2 * quality));
  SosFilter resonance;
  resonance.sections.push_back({1, 0, 0, -2 * r * std::cos(w), r * r});
  std::vector<double> x(300, 0.0);
  x[0] = 1;
  filter_causal(resonance, one_row(x));
  CHECK(std::abs(x[100]) > 0.1);
  const SosFilter inverse = resonance_inverse(f, quality);
  filter_causal(inverse, one_row(x));
  const double pole = std::exp(-w);
  for (std::size_t n = 0; n < 300; ++n)
    CHECK(std::abs(x[n] - inverse.gain * (static_cast<double>(n) + 1) * std::pow(pole, static_cast<double>(n))) <
          1e-12);
}

TEST_CASE("resonance_inverse: unit gain at f = 0, least at the resonance") {
  const SosFilter filter = resonance_inverse(0.1, 20);
  const auto gain = [&](double f) {
    const std::complex<double> z = std::polar(1.0, -2 * std::numbers::pi * f);
    const Section& c = filter.sections.front();
    return std::abs(filter.gain * (c.b0 + z * (c.b1 + z * c.b2)) / (1.0 + z * (c.a1 + z * c.a2)));
  };
  CHECK(gain(0) == doctest::Approx(1).epsilon(1e-12));
  CHECK(gain(0.1) < 0.05);
  CHECK(gain(0.05) > 0.4);
  CHECK(gain(0.1) < gain(0.099));
  CHECK(gain(0.1) < gain(0.102));
}

TEST_CASE_TEMPLATE("resonance_inverse: the causal adjoint is the transpose", Real, float, double) {
  const SosFilter filter = resonance_inverse(0.1, 20);
  CHECK(dot_product_error<Real>(
            {3, 200}, [&](Array<Real>& x) { filter_causal(filter, x.rows()); },
            [&](Array<Real>& y) { filter_causal_adjoint(filter, y.rows()); }) < dot_product_tolerance<Real>);
}
