#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "operators/checks.hpp"
#include "pipelines/steps/steps.hpp"

using namespace stride;
using namespace stride::pipelines;

namespace {

template <class Real>
std::unique_ptr<Step<Real>> make(double fraction) {
  spec::Values values;
  values.set("taper_fraction", fraction, {}, true);
  return make_step<Real>(steps::taper(), values, StepContext<Real>{});
}

Array<double> apply(Step<double>& step, Array<double> data) {
  Arrays<double> inputs;
  inputs.push_back(std::move(data));
  return std::move(step.forward(std::move(inputs))[0]);
}

}  // namespace

TEST_CASE("taper: as scipy.signal.windows.tukey(11, 0.4)") {
  const std::vector<double> window = {0, 0.5, 1, 1, 1, 1, 1, 1, 1, 0.5, 0};
  const Array<double> y = apply(*make<double>(0.4), Array<double>::from({2, 11}, std::vector<double>(22, 3.0)));
  for (std::size_t i = 0; i < y.size(); ++i) CHECK(y[i] == doctest::Approx(3 * window[i % 11]).epsilon(1e-14));
}

TEST_CASE("taper: absent, zero, one sample, no set, a NaN in one trace") {
  const auto off = make_step<double>(steps::taper(), spec::Values{}, StepContext<double>{});
  CHECK(apply(*off, Array<double>::from({1, 2}, std::vector<double>{3, 5}))[0] == 3);
  CHECK_FALSE(steps::taper().enabled(spec::Values{}));
  CHECK(apply(*make<double>(0), Array<double>::from({1, 2}, std::vector<double>{3, 5}))[0] == 3);
  CHECK(apply(*make<double>(0.5), Array<double>::from({1, 1}, std::vector<double>{3}))[0] == 3);
  CHECK(apply(*make<double>(0.5), Array<double>{}).empty());
  Array<double> data = Array<double>::from({2, 3}, std::vector<double>{1, 2, 3, 1, 2, 3});
  data[1] = std::numeric_limits<double>::quiet_NaN();
  const Array<double> y = apply(*make<double>(1), std::move(data));
  CHECK(std::isnan(y[1]));
  CHECK(y[4] == 2);
}

TEST_CASE("taper: dot-product test") {
  Arrays<double> x;
  x.push_back(Array<double>::zeros({3, 40}));
  CHECK(operators::dot_product_test(*make<double>(0.3), operators::random_like(x, 5)).error() < 1e-14);
}
