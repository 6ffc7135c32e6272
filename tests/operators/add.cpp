#include "operators/add.hpp"

#include <doctest/doctest.h>

#include "core/error.hpp"
#include "operators/checks.hpp"

using namespace stride;
using namespace stride::operators;

namespace {

template <class Real>
Arrays<Real> numbers(std::size_t count) {
  Arrays<Real> inputs;
  for (std::size_t k = 0; k < count; ++k) inputs.push_back(Array<Real>::uninitialised({3, 4}));
  return random_like(inputs, 7);
}

}  // namespace

TEST_CASE("add: sums, and sends the gradient to every input") {
  Arrays<double> inputs;
  inputs.push_back(Array<double>::from({2}, std::vector<double>{1, 2}));
  inputs.push_back(Array<double>::from({2}, std::vector<double>{10, 20}));
  inputs.push_back(Array<double>::from({2}, std::vector<double>{100, 200}));
  Add<double> add;
  const auto sum = add.forward(clone(inputs));
  REQUIRE(sum.size() == 1);
  CHECK(sum[0][0] == 111);
  CHECK(sum[0][1] == 222);
  Arrays<double> d;
  d.push_back(Array<double>::from({2}, std::vector<double>{5, -6}));
  const auto back = add.adjoint(std::move(d), inputs);
  REQUIRE(back.size() == 3);
  for (const auto& gradient : back) CHECK(gradient[1] == -6);
}

TEST_CASE_TEMPLATE("add: dot product", Real, float, double) {
  Add<Real> add;
  CHECK(dot_product_test(add, numbers<Real>(2)).error() < (sizeof(Real) == 4 ? 1e-5 : 1e-12));
}

TEST_CASE("add: one input, or shapes that differ, are errors that name them") {
  Add<double> add;
  CHECK_THROWS_WITH_AS(add.forward(numbers<double>(1)), "add: two or more inputs are due, not 1", Error);
  Arrays<double> unequal = numbers<double>(1);
  unequal.push_back(Array<double>::zeros({4, 3}));
  CHECK_THROWS_WITH_AS(add.forward(std::move(unequal)),
                       "add: input 1 has shape (4, 3), input 0 has (3, 4); give arrays of one shape", Error);
}
