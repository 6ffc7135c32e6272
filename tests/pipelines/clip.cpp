#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "step_fixture.hpp"

using namespace stride;
using namespace stride::test;

TEST_CASE("clip: both sides, one side, and gradients inside only") {
  const auto x = [] { return list(array<double>({5}, {-2, -1, 0, 1, 2})); };
  const auto both = make<double>("clip", "{min: -1, max: 0.5}", {});
  CHECK(numbers(both->forward(x())[0]) == std::vector<double>{-1, -1, 0, 0.5, 0.5});
  CHECK(numbers(both->adjoint(list(array<double>({5}, {1, 2, 3, 4, 5})), x())[0]) ==
        std::vector<double>{0, 2, 3, 0, 0});
  CHECK(numbers(make<double>("clip", "{min: 0}", {})->forward(x())[0]) == std::vector<double>{0, 0, 0, 1, 2});
  CHECK(numbers(make<double>("clip", "{max: 0}", {})->forward(x())[0]) == std::vector<double>{-2, -1, 0, 0, 0});
}

TEST_CASE("clip: a NaN stays a NaN") {
  Array<float> x = Array<float>::zeros({2});
  x[1] = std::numeric_limits<float>::quiet_NaN();
  const auto y = make<float>("clip", "{min: 1, max: 2}", {})->forward(list(std::move(x)));
  CHECK(y[0][0] == 1);
  CHECK(std::isnan(y[0][1]));
}

TEST_CASE("clip: min above max is an error with both") {
  CHECK(problems_of("clip", "{min: 2, max: 1.5}") == std::vector<std::string>{"min: min 2 is above max 1.5"});
  CHECK(problems_of("clip", "{min: 2, max: 2}").empty());
  CHECK_THROWS_AS(make<float>("clip", "{min: 2, max: 1}", {}), Error);
}
