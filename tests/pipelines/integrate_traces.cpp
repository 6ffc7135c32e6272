#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "operators/checks.hpp"
#include "pipelines/steps/steps.hpp"

using namespace stride;
using namespace stride::pipelines;

namespace {

template <class Real>
std::unique_ptr<Step<Real>> make(bool on, double dt_s) {
  spec::Values values;
  values.set("integrate", on, {}, true);
  StepContext<Real> context;
  context.dt_s = dt_s;
  return make_step<Real>(steps::integrate_traces(), values, context);
}

template <class Real>
Array<Real> apply(Step<Real>& step, Array<Real> data) {
  Arrays<Real> inputs;
  inputs.push_back(std::move(data));
  return std::move(step.forward(std::move(inputs))[0]);
}

}  // namespace

TEST_CASE("integrate_traces: as scipy.integrate.cumulative_trapezoid with initial=0") {
  const std::vector<double> expected = {0, 0.75, 2.25, 5, 9.5, 13};
  const Array<double> y =
      apply(*make<double>(true, 0.5), Array<double>::from({1, 6}, std::vector<double>{1, 2, 4, 7, 11, 3}));
  for (std::size_t n = 0; n < 6; ++n) CHECK(y[n] == expected[n]);
}

TEST_CASE("integrate_traces: the running sum is in double") {
  const std::size_t samples = 100001;
  const Array<float> y =
      apply(*make<float>(true, 1e-5), Array<float>::from({1, samples}, std::vector<float>(samples, 0.1F)));
  CHECK(y[samples - 1] == doctest::Approx(0.1).epsilon(1e-7));
}

TEST_CASE("integrate_traces: off, one sample, zeros, no set, a NaN in one trace") {
  CHECK(apply(*make<double>(false, 1), Array<double>::from({1, 2}, std::vector<double>{3, 5}))[0] == 3);
  CHECK_FALSE(steps::integrate_traces().enabled(spec::Values{}));
  CHECK(apply(*make<double>(true, 1), Array<double>::from({1, 1}, std::vector<double>{3}))[0] == 0);
  CHECK(apply(*make<double>(true, 1), Array<double>::zeros({2, 3}))[5] == 0);
  CHECK(apply(*make<double>(true, 1), Array<double>{}).empty());
  Array<double> data = Array<double>::from({2, 3}, std::vector<double>{1, 1, 1, 1, 1, 1});
  data[1] = std::numeric_limits<double>::quiet_NaN();
  const Array<double> y = apply(*make<double>(true, 1), std::move(data));
  CHECK(y[0] == 0);
  CHECK(std::isnan(y[2]));
  CHECK(y[5] == 2);
}

TEST_CASE("integrate_traces: dot-product test") {
  for (const std::size_t samples : {1, 2, 3, 50}) {
    Arrays<double> x;
    x.push_back(Array<double>::zeros({3, samples}));
    const auto test = operators::dot_product_test(*make<double>(true, 0.01), operators::random_like(x, 5));
    if (samples == 1)
      CHECK(test.adjoint == 0);
    else
      CHECK(test.error() < 1e-14);
  }
}
