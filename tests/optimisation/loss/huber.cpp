#include "loss_fixture.hpp"

using namespace stride;
using namespace stride::test;

TEST_CASE("huber: squares within delta times the observed rms, straight beyond") {
  // The second trace is dead: the rms is 2, and delta 0.5 stands for residuals of 1.
  const auto observed = traces<double>({{2, -2, 2, 2}, {0, 0, 0, 0}});
  const auto modelled = traces<double>({{2.5, -5, 3, 2}, {0, 0, 0.5, -4}});
  const auto result = evaluate("huber", modelled, observed);
  CHECK(result.value == doctest::Approx(0.125 + 2.5 + 0.5 + 0.125 + 3.5).epsilon(1e-14));
  CHECK(std::vector<double>(result.adjoint.begin(), result.adjoint.end()) ==
        std::vector<double>{0.5, -1, 1, 0, 0, 0, 0.5, -1});
}

TEST_CASE("huber: a large delta is l2") {
  const auto o = arrivals<double>(3, 50, 0, 1, 5), m = arrivals<double>(3, 50, 3, 1, 6);
  CHECK(evaluate("huber", m, o, values_of({{"delta", 1e6}})).value == evaluate("l2", m, o).value);
}
