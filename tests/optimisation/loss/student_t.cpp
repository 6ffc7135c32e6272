#include "loss_fixture.hpp"

using namespace stride;
using namespace stride::test;

TEST_CASE("student_t: the logarithm by hand") {
  // rms 2, scale 0.5, degrees 3: k s^2 = 3.
  const auto values = values_of({{"degrees", 3}, {"scale", 0.5}});
  const auto result = evaluate("student_t", traces<double>({{3, -5}}), traces<double>({{2, -2}}), values);
  CHECK(result.value == doctest::Approx(1.5 * (std::log(4.0 / 3) + std::log(4.0))).epsilon(1e-14));
  CHECK(result.adjoint[0] == doctest::Approx(0.75).epsilon(1e-14));
  CHECK(result.adjoint[1] == doctest::Approx(-0.75).epsilon(1e-14));
}

TEST_CASE("student_t: l2 with many degrees of freedom; outliers lose their influence with few") {
  const auto o = arrivals<double>(3, 50, 0, 1, 5), m = arrivals<double>(3, 50, 3, 1, 6);
  CHECK(evaluate("student_t", m, o, values_of({{"degrees", 1e12}})).value ==
        doctest::Approx(evaluate("l2", m, o).value).epsilon(1e-9));
  const auto small = evaluate("student_t", traces<double>({{2, 1}}), traces<double>({{1, 1}}));
  const auto large = evaluate("student_t", traces<double>({{1000, 1}}), traces<double>({{1, 1}}));
  CHECK(large.adjoint[0] < 0.1 * small.adjoint[0]);
}
