// Every penalty: by hand, and its derivative.
#include "optimisation/penalty/penalties.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/error.hpp"
#include "core/random.hpp"
#include "operators/checks.hpp"
#include "optimisation/penalty/penalty_operator.hpp"
#include "optimisation/penalty/table.hpp"
#include "spec/spec.hpp"

using namespace stride;
using optimisation::make_penalty;

namespace {

spec::Values axis(std::int64_t number) {
  spec::Values values;
  values.set("axis", number, {}, true);
  return values;
}

template <class Real>
std::vector<double> numbers(const Array<Real>& x) {
  return {x.begin(), x.end()};
}

Array<double> noise(const Shape& shape) {
  auto x = Array<double>::uninitialised(shape);
  Random random(4);
  for (double& v : x) v = random.normal();
  return x;
}

}  // namespace

TEST_CASE("penalties: every one says what it is, and the spec names the same") {
  std::vector<std::string> in_spec;
  for (const spec::Key& key : spec::find_section("loss.penalties")->keys) in_spec.push_back(key.name);
  CHECK(optimisation::penalty_names() == in_spec);
  for (const auto& info : optimisation::all_penalties()) {
    CHECK(info.summary.size() > 10);
    CHECK(info.details.size() > 40);
    CHECK(make_penalty<float>(info.name, 2)->name() == info.name);
    CHECK(make_penalty<double>(info.name, 2)->weight() == 2);
  }
}

TEST_CASE_TEMPLATE("penalties: by hand, added to the gradient with the weight", Real, float, double) {
  const auto field = Array<Real>::from({2, 3}, std::vector<Real>{1, 2, 4, 0, -1, 3});
  auto gradient = Array<Real>::zeros({2, 3});
  gradient[0] = 10;

  SUBCASE("smooth") {
    CHECK(make_penalty<Real>("smooth", 0.5)->add(field, gradient) == 7.75);
    CHECK(numbers(gradient) == std::vector<double>{10.5, 1, 2, 0, -0.5, 1.5});
  }
  SUBCASE("smooth_time along the last axis") {
    // Slopes 1, 1.5, 2 and -1, 1.5, 4.
    CHECK(make_penalty<Real>("smooth_time", 2)->add(field, gradient) == 1 + 2.25 + 4 + 1 + 2.25 + 16);
    CHECK(numbers(gradient) == std::vector<double>{10 - 3.5, 2 - 4, 1.5 + 4, 2 - 1.5, -2 - 8, 1.5 + 8});
  }
  SUBCASE("smooth_time along the first axis") {
    // Slopes -1, -3, -1 in both rows.
    CHECK(make_penalty<Real>("smooth_time", 1, axis(0))->add(field, gradient) == 11);
    CHECK(numbers(gradient) == std::vector<double>{12, 6, 2, -2, -6, -2});
  }
  SUBCASE("tikhonov") {
    // Differences -1, -3, -1 down, 1, 2 and -1, 4 along.
    CHECK(make_penalty<Real>("tikhonov", 1)->add(field, gradient) == (11 + 5 + 17) / 2.0);
    CHECK(numbers(gradient) == std::vector<double>{10 + 1 - 1, 3 - 1, 1 + 2, -1 + 1, -3 - 5, -1 + 4});
  }
}

TEST_CASE("penalties: the gradient passes Taylor's test and is the central difference") {
  for (const Shape& shape : {Shape{7}, Shape{6, 5}, Shape{4, 5, 3}, Shape{1, 6}, Shape{2, 2}})
    for (const std::string& name : optimisation::penalty_names()) {
      CAPTURE(name);
      CAPTURE(to_string(shape));
      optimisation::PenaltyOperator<double> op(make_penalty<double>(name, 0.7));
      operators::Arrays<double> inputs;
      inputs.push_back(noise(shape));
      const auto test = operators::taylor_test(op, inputs);
      CHECK_MESSAGE(test.second_slope() >= 1.9, test.to_string());
      // Quadratic: central differences are exact but for rounding.
      auto field = noise(shape);
      auto gradient = Array<double>::zeros(shape), unused = Array<double>::zeros(shape);
      const auto penalty = make_penalty<double>(name, 0.7);
      penalty->add(field, gradient);
      for (std::size_t i = 0; i < field.size(); ++i) {
        const double x = field[i];
        field[i] = x + 0.5;
        const double above = penalty->add(field, unused);
        field[i] = x - 0.5;
        const double below = penalty->add(field, unused);
        field[i] = x;
        CHECK(above - below == doctest::Approx(gradient[i]).epsilon(1e-12));
      }
    }
}

TEST_CASE("penalties: a constant is not rough, and a NaN is not hidden") {
  auto flat = Array<double>::uninitialised({4, 5}), gradient = Array<double>::zeros({4, 5});
  for (double& x : flat) x = 1500;
  for (const std::string name : {"smooth_time", "tikhonov"})
    CHECK(make_penalty<double>(name, 1)->add(flat, gradient) == 0);
  CHECK(numbers(gradient) == std::vector<double>(20, 0));
  flat[7] = std::numeric_limits<double>::quiet_NaN();
  for (const std::string& name : optimisation::penalty_names())
    CHECK(std::isnan(make_penalty<double>(name, 0)->add(flat, gradient)));
}

TEST_CASE("penalties: mistakes are told") {
  CHECK_THROWS_WITH_AS(make_penalty<float>("smoth", 1), doctest::Contains("did you mean smooth?"), Error);
  CHECK_THROWS_AS(make_penalty<float>("smooth", -1), Error);
  auto field = Array<float>::zeros({4, 5}), other = Array<float>::zeros({5, 4});
  CHECK_THROWS_WITH_AS(make_penalty<float>("smooth", 1)->add(field, other), doctest::Contains("(5, 4)"), Error);
  CHECK_THROWS_AS(make_penalty<float>("smooth_time", 1, axis(2))->add(field, field), Error);
  optimisation::PenaltyOperator<float> op(make_penalty<float>("smooth", 1));
  CHECK_THROWS_AS(op.forward({}), Error);
}
