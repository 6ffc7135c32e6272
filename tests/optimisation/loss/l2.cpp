#include "loss_fixture.hpp"
#include "optimisation/loss/loss_operator.hpp"

using namespace stride;
using namespace stride::test;

TEST_CASE_TEMPLATE("l2: half the squared residuals, and the residuals", Real, float, double) {
  const auto result = evaluate("l2", traces<Real>({{1, 2, -1}, {0, 0, 4}}), traces<Real>({{0, 2, 1}, {0, 0, 1}}));
  CHECK(result.value == 7);
  CHECK(std::vector<double>(result.adjoint.begin(), result.adjoint.end()) == std::vector<double>{1, 0, -2, 0, 0, 3});
}

TEST_CASE("l2: as an operator, the seed multiplies the adjoint source and the observed traces have none") {
  optimisation::LossOperator<double> op(optimisation::make_loss<double>("l2", loss_dt_s));
  operators::Arrays<double> inputs;
  inputs.push_back(traces<double>({{1, 2}}));
  inputs.push_back(traces<double>({{0, 4}}));
  const auto outputs = op.forward(operators::clone(inputs));
  REQUIRE(outputs.size() == 1);
  CHECK(outputs[0].shape().empty());
  CHECK(outputs[0][0] == 2.5);
  operators::Arrays<double> seed;
  seed.push_back(Array<double>::zeros({}));
  seed[0][0] = 2;
  const auto gradients = op.adjoint(std::move(seed), inputs);
  REQUIRE(gradients.size() == 2);
  CHECK(gradients[0][0] == 2);
  CHECK(gradients[0][1] == -4);
  CHECK(gradients[1].empty());
  operators::Arrays<double> no_seed(1);
  CHECK(op.adjoint(std::move(no_seed), inputs)[0].empty());
  CHECK(op.forward(operators::Arrays<double>(2))[0][0] == 0);
}
