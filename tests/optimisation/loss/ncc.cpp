#include "loss_fixture.hpp"

using namespace stride;
using namespace stride::test;

TEST_CASE("ncc: one minus the cosine between the traces") {
  // <m, o> = 3, |m| = 5, |o| = 1.
  const auto result = evaluate("ncc", traces<double>({{3, 4}}), traces<double>({{1, 0}}));
  CHECK(result.value == doctest::Approx(0.4).epsilon(1e-14));
  // (0.6 (0.6, 0.8) - (1, 0)) / 5
  CHECK(result.adjoint[0] == doctest::Approx(-0.128).epsilon(1e-14));
  CHECK(result.adjoint[1] == doctest::Approx(0.096).epsilon(1e-14));
}

TEST_CASE("ncc: opposite traces give 2, and amplitudes do not matter") {
  const auto o = arrivals<double>(2, 100, 0, 1, 5), m = arrivals<double>(2, 100, 3, 1, 6);
  auto opposite = o.clone(), louder = m.clone();
  for (double& x : opposite) x *= -0.5;
  for (double& x : louder) x *= 1e6;
  CHECK(evaluate("ncc", opposite, o).value == doctest::Approx(4).epsilon(1e-14));
  CHECK(evaluate("ncc", louder, o).value == doctest::Approx(evaluate("ncc", m, o).value).epsilon(1e-12));
}
