#include <limits>

#include "core/error.hpp"
#include "step_fixture.hpp"

using namespace stride;
using namespace stride::test;

namespace {

pipelines::Arrays<double> field(std::initializer_list<double> values) {
  return list(array<double>({values.size()}, values));
}

}  // namespace

TEST_CASE("norm_field: by the largest magnitude") {
  const auto step = make<double>("norm_field", "{}", {});
  CHECK(numbers(step->forward(field({1, -4, 2}))[0]) == std::vector<double>{0.25, -1, 0.5});
  CHECK(numbers(step->forward(field({1, 2}))[0]) == std::vector<double>{0.5, 1});
}

TEST_CASE("norm_field: times the guessed change of the model's middle value, or of its slowness") {
  const Array<double> model = array<double>({2}, {1400, 1600});
  StepContext<double> context;
  context.model = &model;
  const auto of = [&](const std::string& parameters) {
    return make("norm_field", parameters, context)->forward(field({2}))[0][0];
  };
  CHECK(of("{}") == doctest::Approx(7.5));
  CHECK(of("{norm_guess_change: 2}") == doctest::Approx(30));
  CHECK(of("{norm_guess_change: 0}") == doctest::Approx(1));
  context.model_is_slowness = true;
  CHECK(of("{}") == doctest::Approx(0.005 / 1500));
}

TEST_CASE("norm_field: global_norm keeps the first divisor, which a checkpoint restores") {
  const std::string parameters = "{global_norm: true}";
  const auto step = make<double>("norm_field", parameters, {});
  auto* keeper = dynamic_cast<pipelines::KeepsState*>(step.get());
  REQUIRE(keeper != nullptr);
  CHECK(keeper->state().empty());
  CHECK(step->forward(field({4}))[0][0] == 1);
  CHECK(step->forward(field({2}))[0][0] == 0.5);
  CHECK(keeper->state() == std::vector<double>{4});

  const auto resumed = make<double>("norm_field", parameters, {});
  dynamic_cast<pipelines::KeepsState&>(*resumed).restore_state(keeper->state());
  CHECK(resumed->forward(field({2}))[0][0] == 0.5);
  CHECK_THROWS_AS(dynamic_cast<pipelines::KeepsState&>(*resumed).restore_state({1, 2}), Error);
  // A kept divisor is a constant: the adjoint only divides.
  CHECK(numbers(resumed->adjoint(field({3, 8}), field({1, 2}))[0]) == std::vector<double>{0.75, 2});
}

TEST_CASE("norm_field: zeros stay zero and say so; NaN is an error") {
  pipelines::Report report;
  StepContext<double> context;
  context.roles = {"gradient"};
  context.report = &report;
  const auto step = make("norm_field", "{global_norm: true}", context);
  CHECK(numbers(step->forward(field({0, 0}))[0]) == std::vector<double>{0, 0});
  CHECK(numbers(step->adjoint(field({1, 1}), field({0, 0}))[0]) == std::vector<double>{0, 0});
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes[0].level == pipelines::Note::Level::warning);
  CHECK(dynamic_cast<pipelines::KeepsState&>(*step).state().empty());
  CHECK_THROWS_AS(step->forward(field({0, std::numeric_limits<double>::quiet_NaN()})), Error);
}
