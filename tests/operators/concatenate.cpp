#include "operators/concatenate.hpp"

#include <doctest/doctest.h>

#include <numeric>

#include "core/error.hpp"
#include "operators/checks.hpp"

using namespace stride;
using namespace stride::operators;

namespace {

// Consecutive numbers from `first` on.
template <class Real = double>
Array<Real> counted(Shape shape, int first) {
  Array<Real> array = Array<Real>::uninitialised(std::move(shape));
  std::iota(array.begin(), array.end(), static_cast<Real>(first));
  return array;
}

template <class... A>
Arrays<double> list(A... arrays) {
  Arrays<double> result;
  (result.push_back(std::move(arrays)), ...);
  return result;
}

std::vector<double> values(const Array<double>& array) {
  return {array.begin(), array.end()};
}

std::string message(const ConcatenateOptions& options, Arrays<double> inputs) {
  try {
    Concatenate<double>(options).forward(std::move(inputs));
  } catch (const Error& e) {
    CHECK(e.kind() == ErrorKind::usage);
    return e.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("concatenate: along the first and the last axis") {
  const auto inputs = list(counted({1, 2}, 0), counted({2, 2}, 10));
  auto rows = Concatenate<double>().forward(clone(inputs));
  CHECK(rows[0].shape() == Shape{3, 2});
  CHECK(values(rows[0]) == std::vector<double>{0, 1, 10, 11, 12, 13});

  auto columns = Concatenate<double>({-1, false, {}}).forward(list(counted({2, 1}, 0), counted({2, 2}, 10)));
  CHECK(columns[0].shape() == Shape{2, 3});
  CHECK(values(columns[0]) == std::vector<double>{0, 10, 11, 1, 12, 13});
}

TEST_CASE("concatenate: a new axis, first, middle and last, and scalars") {
  for (int axis = 0; axis < 3; ++axis) {
    Concatenate<double> stack({axis, true, {}});
    const auto inputs = list(counted({2, 3}, 0), counted({2, 3}, 10));
    const auto output = stack.forward(clone(inputs));
    Shape expected{2, 3};
    expected.insert(expected.begin() + axis, 2);
    CHECK(output[0].shape() == expected);
    const auto back = stack.adjoint(clone(output), inputs);
    for (std::size_t k = 0; k < 2; ++k) {
      CHECK(back[k].shape() == inputs[k].shape());
      CHECK(values(back[k]) == values(inputs[k]));
    }
  }
  const auto line = Concatenate<double>({0, true, {}}).forward(list(counted({}, 4), counted({}, 5), counted({}, 6)));
  CHECK(line[0].shape() == Shape{3});
  CHECK(values(line[0]) == std::vector<double>{4, 5, 6});
}

TEST_CASE("concatenate: start_end may place the inputs in any order") {
  Concatenate<double> op({0, false, {{2, 3}, {0, 2}}});
  const auto inputs = list(counted({1, 2}, 0), counted({2, 2}, 10));
  const auto output = op.forward(clone(inputs));
  CHECK(values(output[0]) == std::vector<double>{10, 11, 12, 13, 0, 1});
  const auto back = op.adjoint(clone(output), inputs);
  CHECK(values(back[0]) == values(inputs[0]));
  CHECK(values(back[1]) == values(inputs[1]));
}

TEST_CASE_TEMPLATE("concatenate: dot product on every axis of rank 3", Real, float, double) {
  for (int axis = 0; axis < 3; ++axis) {
    Arrays<Real> inputs;
    for (const std::size_t extent : {2U, 4U}) {
      Shape shape{3, 5, 2};
      shape[static_cast<std::size_t>(axis)] = extent;
      inputs.push_back(Array<Real>::uninitialised(shape));
    }
    Concatenate<Real> op({axis, false, {}});
    CHECK(dot_product_test(op, random_like(inputs, 3)).error() < (sizeof(Real) == 4 ? 1e-5 : 1e-12));
  }
}

TEST_CASE("concatenate: what does not fit is an error with the numbers") {
  CHECK(message({}, {}) == "concatenate: there is nothing to join; give at least one input");
  CHECK(message({2, false, {}}, list(counted({1, 2}, 0))) == "concatenate: axis 2 is not there: the output has 2 axes");
  CHECK(message({0, false, {}}, list(counted({}, 0))).find("join scalars along a new axis") != std::string::npos);
  CHECK(message({0, false, {}}, list(counted({1, 2}, 0), counted({1, 3}, 0))) ==
        "concatenate: input 1 has shape (1, 3), input 0 has (1, 2); shapes may differ along axis 0 only");
  CHECK(message({0, true, {}}, list(counted({1, 2}, 0), counted({2, 2}, 0))) ==
        "concatenate: input 1 has shape (2, 2), input 0 has (1, 2); arrays that are stacked must have one shape");
  CHECK(message({0, false, {}}, list(counted({2}, 0), counted({2, 2}, 0))).find("(2, 2)") != std::string::npos);
  const auto two = [] { return list(counted({1, 2}, 0), counted({2, 2}, 0)); };
  CHECK(message({0, false, {{0, 1}}}, two()) == "concatenate: start_end has 1 rows for 2 inputs");
  CHECK(message({0, false, {{0, 2}, {2, 3}}}, two()) ==
        "concatenate: row 0 of start_end, [0, 2), does not fit input 0, which has extent 1 there");
  CHECK(message({0, false, {{0, 1}, {2, 4}}}, two()).find("leaves a gap before it") != std::string::npos);
  CHECK(message({0, false, {{1, 2}, {0, 2}}}, two()).find("overlaps another") != std::string::npos);
}
