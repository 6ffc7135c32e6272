#include "core/error.hpp"
#include "step_fixture.hpp"

using namespace stride;
using namespace stride::test;

TEST_CASE("smooth_field: a corner impulse with sigma 1 and repeated edges") {
  Array<double> x = Array<double>::zeros({20, 20});
  x[0] = 1;
  const auto y = make<double>("smooth_field", "{smooth_sigma: 1}", {})->forward(list(std::move(x)));
  CHECK(y[0][0] == doctest::Approx(0.4892607).epsilon(1e-7));
  CHECK(y[0][1] == doctest::Approx(0.21021102).epsilon(1e-7));
  CHECK(y[0][20] == doctest::Approx(0.21021102).epsilon(1e-7));
}

TEST_CASE("smooth_field: one sigma per axis; sigma 0 leaves an axis alone") {
  Array<double> x = Array<double>::zeros({9, 9});
  x[4 * 9 + 4] = 1;
  const auto y = make<double>("smooth_field", "{smooth_sigma: [0, 1]}", {})->forward(list(std::move(x)));
  CHECK(y[0][3 * 9 + 4] == 0);
  CHECK(y[0][4 * 9 + 4] == doctest::Approx(0.39894346935609776).epsilon(1e-14));
  CHECK(y[0][4 * 9 + 3] == doctest::Approx(0.24197144565660073).epsilon(1e-14));
}

TEST_CASE("smooth_field: as many sigmas as axes, or one") {
  const auto step = make<float>("smooth_field", "{smooth_sigma: [1, 2, 3]}", {});
  CHECK_THROWS_AS(step->forward(list(noise<float>({4, 4}, 1))), Error);
}
