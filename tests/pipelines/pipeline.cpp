#include "pipelines/pipeline.hpp"

#include "core/error.hpp"
#include "step_fixture.hpp"

using namespace stride;
using namespace stride::test;
using pipelines::Pipeline;

namespace {

StepContext<double> traces_context() {
  StepContext<double> context;
  context.roles = {"modelled", "observed"};
  context.dt_s = 1;
  return context;
}

Pipeline<double> filter_and_norm() {
  Pipeline<double> pipeline("ProcessTraces");
  pipeline.append(make("mute_traces", "{}", traces_context()));
  pipeline.append(make("filter_traces", "{f_max: 0.1}", traces_context()));
  pipeline.append(make("norm_per_shot", "{}", traces_context()));
  return pipeline;
}

}  // namespace

TEST_CASE("pipeline: forward in order, and its gradient passes a Taylor test") {
  Pipeline<double> pipeline = filter_and_norm();
  CHECK(pipeline.name() == "ProcessTraces");
  const auto inputs = list(noise<double>({3, 50}, 1), noise<double>({3, 50}, 2));
  auto by_hand = operators::clone(inputs);
  for (const char* step : {"mute_traces", "filter_traces", "norm_per_shot"})
    by_hand = make(step, std::string(step) == "filter_traces" ? "{f_max: 0.1}" : "{}", traces_context())
                  ->forward(std::move(by_hand));
  const auto y = pipeline.forward(operators::clone(inputs));
  CHECK(same_bits(y[0], by_hand[0]));
  CHECK(same_bits(y[1], by_hand[1]));
  const auto test = operators::taylor_test(pipeline, inputs);
  CHECK_MESSAGE(test.passes(), test.to_string());
}

TEST_CASE("pipeline: without steps it is the identity") {
  Pipeline<float> pipeline("empty");
  const Array<float> x = noise<float>({2, 3}, 1);
  CHECK(same_bits(pipeline.forward(list(x.clone()))[0], x));
  CHECK(same_bits(pipeline.adjoint(list(x.clone()), list(x.clone()))[0], x));
}

TEST_CASE("pipeline: a step goes before a named one; an unknown name suggests") {
  Pipeline<double> pipeline = filter_and_norm();
  pipeline.insert_before("norm_per_shot", make("dump", "{}", traces_context()));
  CHECK(pipeline.step_names() == std::vector<std::string>{"mute_traces", "filter_traces", "dump", "norm_per_shot"});
  CHECK_THROWS_WITH_AS(pipeline.insert_before("norm_per_shots", make("dump", "{}", traces_context())),
                       "ProcessTraces: it has no step norm_per_shots; did you mean norm_per_shot?", Error);
}

TEST_CASE("pipeline: what its steps keep can be saved and restored") {
  const auto build = [] {
    Pipeline<double> pipeline("ProcessGlobalGradient");
    pipeline.append(make<double>("smooth_field", "{}", {}));
    pipeline.append(make<double>("norm_field", "{global_norm: true}", {}));
    return pipeline;
  };
  Pipeline<double> first = build(), second = build();
  first.forward(list(noise<double>({5, 5}, 1)));
  second.restore_state(first.state());
  const auto a = first.forward(list(noise<double>({5, 5}, 2))), b = second.forward(list(noise<double>({5, 5}, 2)));
  CHECK(same_bits(a[0], b[0]));
  CHECK_FALSE(same_bits(a[0], build().forward(list(noise<double>({5, 5}, 2)))[0]));
  CHECK_THROWS_AS(second.restore_state({}), Error);
}
