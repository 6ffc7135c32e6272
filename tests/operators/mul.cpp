#include "operators/mul.hpp"

#include <doctest/doctest.h>

#include "core/error.hpp"
#include "operators/checks.hpp"

using namespace stride;
using namespace stride::operators;

namespace {

template <class Real>
Arrays<Real> pair() {
  Arrays<Real> inputs;
  inputs.push_back(Array<Real>::from({3}, std::vector<Real>{1, -2, 3}));
  inputs.push_back(Array<Real>::from({3}, std::vector<Real>{4, 5, -6}));
  return inputs;
}

}  // namespace

TEST_CASE("mul: product, and each input's gradient times the other") {
  Mul<double> mul;
  const auto product = mul.forward(pair<double>());
  REQUIRE(product.size() == 1);
  CHECK(product[0][1] == -10);
  Arrays<double> d;
  d.push_back(Array<double>::from({3}, std::vector<double>{1, 10, 100}));
  const auto back = mul.adjoint(std::move(d), pair<double>());
  REQUIRE(back.size() == 2);
  CHECK(back[0][2] == -600);
  CHECK(back[1][1] == -20);
}

TEST_CASE("mul: Taylor test") {
  Mul<double> mul;
  const TaylorTest test = taylor_test(mul, pair<double>());
  CHECK_MESSAGE(test.passes(), test.to_string());
}

TEST_CASE("mul: three inputs, or shapes that differ, are errors") {
  Mul<float> mul;
  Arrays<float> three = pair<float>();
  three.push_back(Array<float>::zeros({3}));
  CHECK_THROWS_WITH_AS(mul.forward(std::move(three)), "mul: two inputs are due, not 3", Error);
  Arrays<float> unequal = pair<float>();
  unequal[1] = Array<float>::zeros({2});
  CHECK_THROWS_AS(mul.forward(std::move(unequal)), Error);
}
