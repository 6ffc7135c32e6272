#include "step_fixture.hpp"

using namespace stride;
using namespace stride::test;

TEST_CASE("shift_traces: left by round(1/(f_max dt))//4, the tail is zero, and back in the adjoint") {
  StepContext<double> context;
  context.dt_s = 1;
  // 1/(0.1) = 10, 10 // 4 = 2.
  const auto step = make("shift_traces", "{f_max: 0.1}", context);
  const auto x = [] { return list(array<double>({2, 5}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})); };
  CHECK(numbers(step->forward(x())[0]) == std::vector<double>{3, 4, 5, 0, 0, 8, 9, 10, 0, 0});
  CHECK(numbers(step->adjoint(x(), x())[0]) == std::vector<double>{0, 0, 1, 2, 3, 0, 0, 6, 7, 8});
  // Relaxation 0.5 doubles the corner: 1/0.2 = 5, 5 // 4 = 1.
  const auto relaxed = make("shift_traces", "{f_max: 0.1, filter_relaxation: 0.5}", context);
  CHECK(numbers(relaxed->forward(x())[0]) == std::vector<double>{2, 3, 4, 5, 0, 7, 8, 9, 10, 0});
}

TEST_CASE("shift_traces: a shift longer than the trace leaves zeros") {
  StepContext<float> context;
  context.dt_s = 1e-3;
  const auto step = make("shift_traces", "{f_max: 1}", context);
  const std::vector<double> zeros(10, 0.0);
  CHECK(numbers(step->forward(list(noise<float>({2, 5}, 1)))[0]) == zeros);
  CHECK(numbers(step->adjoint(list(noise<float>({2, 5}, 1)), list(noise<float>({2, 5}, 1)))[0]) == zeros);
}
