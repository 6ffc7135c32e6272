#include "loss_fixture.hpp"

using namespace stride;
using namespace stride::test;

TEST_CASE("envelope: sines differ by their amplitudes, whatever their phases") {
  CHECK(evaluate("envelope", sine(3, 0.4), sine(1, 0)).value == doctest::Approx(64 * 2.0).epsilon(1e-12));
  CHECK(evaluate("envelope", sine(1, 1.5), sine(1, 0)).value == doctest::Approx(0).epsilon(1e-12));
  // The derivative with respect to the amplitude, 64 (3 - 1), is <adjoint, dm/damplitude>.
  const auto unit = sine(1, 0.4);
  const auto result = evaluate("envelope", sine(3, 0.4), sine(1, 0));
  double slope = 0;
  for (std::size_t i = 0; i < 64; ++i) slope += result.adjoint[i] * unit[i];
  CHECK(slope == doctest::Approx(128).epsilon(1e-12));
}
