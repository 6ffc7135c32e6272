#include "operators/tape.hpp"

#include <doctest/doctest.h>

#include "core/error.hpp"
#include "operators/add.hpp"
#include "operators/concatenate.hpp"
#include "operators/mul.hpp"

using namespace stride;
using namespace stride::operators;

namespace {

Array<double> row(std::vector<double> values) {
  const std::size_t n = values.size();
  return Array<double>::from({n}, values);
}

std::vector<double> values(const Array<double>& array) {
  return {array.begin(), array.end()};
}

using List = std::vector<double>;

}  // namespace

TEST_CASE("tape: a chain with variables used more than once") {
  // f = (a*b + a) * a  =>  df/da = 2ab + 2a, df/db = a^2.
  Tape<double> tape;
  Mul<double> mul;
  Add<double> add;
  auto a = parameter("a", row({2, 3}));
  auto b = parameter("b", row({5, 7}));
  const auto ab = tape.call(mul, {a, b})[0];
  const auto sum = tape.call(add, {ab, a})[0];
  const auto f = tape.call(mul, {sum, a})[0];
  CHECK(tape.recorded_calls() == 3);
  CHECK(values(f.value()) == List{24, 72});
  CHECK(f.name() == "mul_add_mul_a");
  tape.adjoint(f, row({1, 10}));
  CHECK(values(a.grad()) == List{2 * 2 * 5 + 2 * 2, 10 * (2 * 3 * 7 + 2 * 3)});
  CHECK(values(b.grad()) == List{4, 90});
}

TEST_CASE("tape: the same variable twice in one call, and gradients that add up until cleared") {
  Tape<double> tape;
  auto a = parameter("a", row({3}));
  const auto square = tape.call(std::make_shared<Mul<double>>(), {a, a})[0];
  tape.adjoint(square, row({1}));
  CHECK(values(a.grad()) == List{6});
  tape.adjoint(square, row({1}));
  CHECK(values(a.grad()) == List{12});
  a.clear_grad();
  CHECK(a.grad().empty());
  tape.adjoint(square, row({2}));
  CHECK(values(a.grad()) == List{12});
}

TEST_CASE("tape: branches that the output does not depend on are left alone") {
  Tape<double> tape;
  Add<double> add;
  auto a = parameter("a", row({1}));
  auto b = parameter("b", row({2}));
  const auto wanted = tape.call(add, {a, a})[0];
  tape.call(add, {a, b});
  tape.adjoint(wanted, row({1}));
  CHECK(values(a.grad()) == List{2});
  CHECK(b.grad().empty());
}

TEST_CASE("tape: detach and variables without a gradient end the graph") {
  Tape<double> tape;
  Mul<double> mul;
  auto a = parameter("a", row({2}));
  Variable<double> constant("c", row({5}));
  const auto product = tape.call(mul, {a, constant})[0];
  const auto cut = product.detach();
  CHECK_FALSE(cut.needs_grad());
  CHECK(values(cut.value()) == List{10});
  const auto f = tape.call(mul, {cut, a})[0];
  tape.adjoint(f, row({1}));
  CHECK(values(a.grad()) == List{10});
  CHECK(constant.grad().empty());
  const auto unrecorded = tape.call(mul, {constant, cut})[0];
  CHECK_FALSE(unrecorded.needs_grad());
  CHECK(tape.recorded_calls() == 2);
}

TEST_CASE("tape: calls inside NoGrad are not recorded") {
  Tape<double> tape;
  Add<double> add;
  auto a = parameter("a", row({2}));
  {
    const NoGrad<double> pause(tape);
    const NoGrad<double> nested(tape);
    CHECK_FALSE(tape.call(add, {a, a})[0].needs_grad());
  }
  CHECK(tape.recorded_calls() == 0);
  CHECK(tape.call(add, {a, a})[0].needs_grad());
  CHECK(tape.recorded_calls() == 1);
}

TEST_CASE("tape: an output that is not there, and a seed that does not fit, are errors") {
  Tape<double> tape;
  Add<double> add;
  auto a = parameter("a", row({2, 3}));
  const auto sum = tape.call(add, {a, a})[0];
  CHECK_THROWS_WITH_AS(tape.adjoint(sum, row({1})), "add_a: the seed has shape (1,), the output (2,)", Error);
  tape.clear_graph();
  CHECK(tape.recorded_calls() == 0);
  CHECK_THROWS_AS(tape.adjoint(sum, row({1, 1})), Error);
  CHECK(a.grad().empty());
}

TEST_CASE("tape: an operator of several inputs, into one output") {
  Tape<double> tape;
  auto a = parameter("a", row({1, 2}));
  auto b = parameter("b", row({3}));
  const auto joined = tape.call(std::make_shared<Concatenate<double>>(), {a, b})[0];
  CHECK(joined.name() == "concatenate_a");
  tape.adjoint(joined, row({7, 8, 9}));
  CHECK(values(a.grad()) == List{7, 8});
  CHECK(values(b.grad()) == List{9});
}

TEST_CASE("variable: gradient and preconditioner must have its shape") {
  auto a = parameter("vp", row({1, 2}));
  a.set_preconditioner(row({3, 4}));
  CHECK(values(a.preconditioner()) == List{3, 4});
  CHECK_THROWS_WITH_AS(a.set_preconditioner(row({3})), "vp: the preconditioner has shape (1,), the variable (2,)",
                       Error);
  CHECK_THROWS_AS(a.add_to_grad(row({1, 2, 3})), Error);
}
