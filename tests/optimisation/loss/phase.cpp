#include "loss_fixture.hpp"

using namespace stride;
using namespace stride::test;

TEST_CASE("phase: sines differ by the chord of their phases") {
  // |exp(i a) - exp(i b)|^2 = 4 sin^2((a - b)/2), over 1 + water_level^2, times the observed amplitude, half of it.
  const auto values = values_of({{"water_level", 0.5}});
  const double expected = 0.5 * 64 * 2 * 4 * std::pow(std::sin(0.35), 2) / 1.25;
  CHECK(evaluate("phase", sine(3, 0.7), sine(2, 0), values).value == doctest::Approx(expected).epsilon(1e-12));
  // Past half a turn it does not jump: the largest value is at the opposite phase.
  const double pi = 3.14159265358979323846;
  CHECK(evaluate("phase", sine(1, pi + 0.1), sine(1, 0), values).value ==
        doctest::Approx(evaluate("phase", sine(1, pi - 0.1), sine(1, 0), values).value).epsilon(1e-10));
}

TEST_CASE("phase: the modelled amplitude does not matter, nor does the adjoint source lie along the trace") {
  const auto o = arrivals<double>(2, 100, 0, 1, 5), m = arrivals<double>(2, 100, 3, 1, 6);
  auto louder = m.clone();
  for (double& x : louder) x *= 1e3;
  const auto result = evaluate("phase", m, o);
  CHECK(evaluate("phase", louder, o).value == doctest::Approx(result.value).epsilon(1e-12));
  double along = 0, size = 0;
  for (std::size_t i = 0; i < m.size(); ++i) {
    along += result.adjoint[i] * m[i];
    size += std::fabs(result.adjoint[i] * m[i]);
  }
  CHECK(std::fabs(along) < 1e-12 * size);
}
