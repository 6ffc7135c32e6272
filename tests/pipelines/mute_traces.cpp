#include "core/error.hpp"
#include "step_fixture.hpp"

using namespace stride;
using namespace stride::test;

namespace {

template <class Real>
StepContext<Real> both(pipelines::Report* report = nullptr) {
  StepContext<Real> context;
  context.roles = {"modelled", "observed"};
  context.dt_s = 1e-6;
  context.report = report;
  return context;
}

}  // namespace

TEST_CASE("mute_traces: without f_max the mask is smoothed with 0.25, 0.5, 0.25 and zeros outside") {
  const auto step = make("mute_traces", "{}", both<double>());
  const auto inputs = [] {
    return list(array<double>({1, 8}, {1, 1, 1, 1, 1, 1, 1, 1}), array<double>({1, 8}, {5, 5, 5, 0, -5, 5, 5, 5}));
  };
  const auto y = step->forward(inputs());
  CHECK(numbers(y[0]) == std::vector<double>{0.75, 1, 0.75, 0.5, 0.75, 1, 1, 0.75});
  CHECK(same_bits(y[1], inputs()[1]));
  const auto back = step->adjoint(list(inputs()[0].clone(), inputs()[1].clone()), inputs());
  CHECK(numbers(back[0]) == numbers(y[0]));
  CHECK(same_bits(back[1], inputs()[1]));
}

TEST_CASE("mute_traces: the order of the roles does not matter") {
  StepContext<double> context;
  context.roles = {"observed", "modelled"};
  context.dt_s = 1;
  const auto y = make("mute_traces", "{}", context)
                     ->forward(list(array<double>({1, 3}, {1, 0, 1}), array<double>({1, 3}, {4, 4, 4})));
  CHECK(numbers(y[1]) == std::vector<double>{2, 2, 2});
  CHECK(numbers(y[0]) == std::vector<double>{1, 0, 1});
}

TEST_CASE("mute_traces: with one of the sets alone it does nothing, and says so once") {
  pipelines::Report report;
  StepContext<float> context;
  context.roles = {"observed"};
  context.report = &report;
  const auto step = make("mute_traces", "{f_max: 1e5}", context);
  const Array<float> x = noise<float>({2, 20}, 1);
  CHECK(same_bits(step->forward(list(x.clone()))[0], x));
  CHECK(same_bits(step->adjoint(list(x.clone()), list(x.clone()))[0], x));
  step->forward(list(x.clone()));
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes[0].text == "nothing muted: modelled and observed traces are both needed");
}

TEST_CASE("mute_traces: sets of different shapes are an error with both shapes") {
  const auto step = make("mute_traces", "{}", both<float>());
  CHECK_THROWS_WITH_AS(step->forward(list(noise<float>({2, 20}, 1), noise<float>({2, 21}, 1))),
                       "modelled: mute_traces needs sets of one shape: modelled is (2, 20), observed (2, 21)", Error);
}
