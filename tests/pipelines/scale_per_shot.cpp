#include "core/error.hpp"
#include "step_fixture.hpp"

using namespace stride;
using namespace stride::test;

TEST_CASE("scale_per_shot: by norm(scale_to), and by 1 when relative") {
  const Array<double> target = array<double>({2, 2}, {3, 4, 0, 5});  // norm 5
  StepContext<double> context;
  context.scale_to = &target;
  const auto x = [] { return list(array<double>({1, 2}, {1, -2}), array<double>({1, 2}, {0, 4})); };
  const auto absolute = make("scale_per_shot", "{relative_scale: false}", context)->forward(x());
  CHECK(numbers(absolute[0]) == std::vector<double>{5, -10});
  CHECK(numbers(absolute[1]) == std::vector<double>{0, 20});
  const auto relative = make("scale_per_shot", "{}", context)->forward(x());
  CHECK(numbers(relative[0]) == std::vector<double>{1, -2});
}

TEST_CASE("scale_per_shot: without a set to scale to it stops and says what to do") {
  StepContext<float> context;
  context.shot_id = 3;
  CHECK_THROWS_WITH_AS(make("scale_per_shot", "{relative_scale: false}", context),
                       "shot 3: scale_per_shot has no set to scale to; the shot needs observed traces, or name another "
                       "set: `scale_to: NAME`",
                       Error);
}
