#include "step_fixture.hpp"

using namespace stride;
using namespace stride::test;

TEST_CASE("dump: hands each set over once, under its name, and changes nothing") {
  StepContext<float> context;
  context.roles = {"modelled", "observed"};
  std::vector<std::string> written;
  context.dump = [&](const std::string& name, const std::string& role, const Array<float>& data) {
    written.push_back(name + " " + role + " " + to_string(data.shape()));
  };
  const auto step = make("dump", "{name: after_agc}", context);
  const Array<float> x = noise<float>({2, 3}, 1);
  const auto y = step->forward(list(x.clone(), noise<float>({2, 4}, 2)));
  step->forward(list(x.clone(), noise<float>({2, 4}, 2)));
  CHECK(same_bits(y[0], x));
  CHECK(written == std::vector<std::string>{"after_agc modelled (2, 3)", "after_agc observed (2, 4)"});
  CHECK(same_bits(step->adjoint(list(x.clone()), list(x.clone()))[0], x));
}

TEST_CASE("dump: without a place to write to it does nothing") {
  const Array<float> x = noise<float>({2, 3}, 1);
  CHECK(same_bits(make<float>("dump", "{}", {})->forward(list(x.clone()))[0], x));
}
