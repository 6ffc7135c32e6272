#include "operators/checks.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace stride;
using namespace stride::operators;

namespace {

// y = factor * x^power, with an adjoint that may be told to be wrong.
class Power final : public Operator<double> {
 public:
  Power(double power, double adjoint_error) : power_(power), adjoint_error_(adjoint_error) {}
  std::string name() const override { return "power"; }
  Arrays<double> forward(Arrays<double> inputs) override {
    for (auto& array : inputs)
      for (double& x : array) x = std::pow(x, power_);
    return inputs;
  }
  Arrays<double> adjoint(Arrays<double> gradients, const Arrays<double>& inputs) override {
    for (std::size_t k = 0; k < gradients.size(); ++k)
      for (std::size_t i = 0; i < gradients[k].size(); ++i)
        gradients[k][i] *= power_ * std::pow(inputs[k][i], power_ - 1) * (1 + adjoint_error_);
    return gradients;
  }

 private:
  double power_;
  double adjoint_error_;
};

Arrays<double> positive(double scale) {
  Arrays<double> inputs;
  inputs.push_back(Array<double>::uninitialised({40}));
  inputs.push_back(Array<double>::uninitialised({2, 7}));
  for (auto& array : inputs)
    for (std::size_t i = 0; i < array.size(); ++i) array[i] = scale * (2 + std::sin(double(i)));
  return inputs;
}

}  // namespace

TEST_CASE("dot_product_test: does not know the scale of the data") {
  for (const double scale : {1e-20, 1.0, 1e20}) {
    Power right(1, 0), wrong(1, 1e-3);
    CHECK(dot_product_test(right, positive(scale)).error() < 1e-13);
    CHECK(dot_product_test(wrong, positive(scale)).error() > 1e-6);
  }
}

TEST_CASE("dot_product_test: zero input tests nothing, and says so") {
  Power op(1, 0);
  Arrays<double> zeros;
  zeros.push_back(Array<double>::zeros({5}));
  CHECK(std::isinf(dot_product_test(op, zeros).error()));
}

TEST_CASE("taylor_test: slopes 1 and 2 for a right gradient") {
  Power op(3, 0);
  const TaylorTest test = taylor_test(op, positive(1));
  CHECK_MESSAGE(test.passes(), test.to_string());
  CHECK(test.first_slope() == doctest::Approx(1).epsilon(0.05));
  CHECK(test.second_slope() == doctest::Approx(2).epsilon(0.05));
  CHECK_FALSE(test.exact());
}

TEST_CASE("taylor_test: a gradient that is wrong by a thousandth fails") {
  Power op(3, 1e-3);
  CHECK_FALSE(taylor_test(op, positive(1)).passes());
}

TEST_CASE("taylor_test: a linear operator is exact, a wrong one is not") {
  Power right(1, 0), wrong(1, 1e-6);
  CHECK(taylor_test(right, positive(1)).exact());
  CHECK(taylor_test(right, positive(1)).passes());
  CHECK_FALSE(taylor_test(wrong, positive(1)).passes());
}

TEST_CASE("taylor_test: inputs that are held still do not count") {
  Power op(2, 0);
  TaylorOptions options;
  options.vary = {false, true};
  const TaylorTest one = taylor_test(op, positive(1), options);
  CHECK(one.passes());
  CHECK(one.first[0] != taylor_test(op, positive(1)).first[0]);
}
