#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "operators/checks.hpp"
#include "pipelines/steps/steps.hpp"

using namespace stride;
using namespace stride::pipelines;

namespace {

template <class Real>
std::unique_ptr<Step<Real>> make(const std::string& kind) {
  spec::Values values;
  if (!kind.empty()) values.set("detrend", kind, {}, true);
  return make_step<Real>(steps::detrend(), values, StepContext<Real>{});
}

template <class Real>
Array<Real> apply(const std::string& kind, Array<Real> data) {
  Arrays<Real> inputs;
  inputs.push_back(std::move(data));
  return std::move(make<Real>(kind)->forward(std::move(inputs))[0]);
}

}  // namespace

TEST_CASE("detrend: as scipy.signal.detrend") {
  const std::vector<double> x = {1, 2, 4, 7, 11, 3};
  // SciPy 1.10, type='linear' and 'constant'.
  const std::vector<double> line = {-0.8095238095238084, -0.9523809523809512, -0.0952380952380949,
                                    1.7619047619047628,  4.619047619047619,   -4.523809523809524};
  const std::vector<double> mean = {-11. / 3, -8. / 3, -2. / 3, 7. / 3, 19. / 3, -5. / 3};
  const Array<double> y = apply("linear", Array<double>::from({1, 6}, x));
  const Array<double> z = apply("mean", Array<double>::from({1, 6}, x));
  for (std::size_t n = 0; n < 6; ++n) {
    CHECK(y[n] == doctest::Approx(line[n]).epsilon(1e-13));
    CHECK(z[n] == doctest::Approx(mean[n]).epsilon(1e-13));
  }
}

TEST_CASE("detrend: a line in float32 on a large offset goes away") {
  Array<float> data = Array<float>::uninitialised({2, 1000});
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = 100.0F + 0.25F * static_cast<float>(i % 1000);
  const Array<float> y = apply("linear", std::move(data));
  for (const float v : y) CHECK(std::abs(v) < 1e-4F);
}

TEST_CASE("detrend: nothing given, one sample, zeros, no set") {
  CHECK(apply("", Array<double>::from({1, 2}, std::vector<double>{3, 5}))[1] == 5);
  CHECK(apply("linear", Array<double>::from({1, 1}, std::vector<double>{3}))[0] == 0);
  CHECK(apply("linear", Array<double>::zeros({2, 4}))[5] == 0);
  CHECK(apply("mean", Array<double>{}).empty());
  CHECK_FALSE(steps::detrend().enabled(spec::Values{}));
}

TEST_CASE("detrend: a NaN stays in its trace") {
  Array<double> data = Array<double>::from({2, 3}, std::vector<double>{1, 2, 6, 1, 2, 6});
  data[1] = std::numeric_limits<double>::quiet_NaN();
  const Array<double> y = apply("mean", std::move(data));
  CHECK(std::isnan(y[0]));
  CHECK(y[3] == -2);
  CHECK(y[5] == 3);
}

TEST_CASE("detrend: dot-product test") {
  for (const std::string kind : {"mean", "linear"}) {
    Arrays<double> x;
    x.push_back(Array<double>::zeros({3, 37}));
    Arrays<float> x32;
    x32.push_back(Array<float>::zeros({3, 37}));
    CHECK(operators::dot_product_test(*make<double>(kind), operators::random_like(x, 3)).error() < 1e-14);
    CHECK(operators::dot_product_test(*make<float>(kind), operators::random_like(x32, 3)).error() < 1e-7);
  }
}
