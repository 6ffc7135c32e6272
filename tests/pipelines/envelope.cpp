#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "operators/checks.hpp"
#include "pipelines/steps/steps.hpp"

using namespace stride;
using namespace stride::pipelines;

namespace {

std::unique_ptr<Step<double>> make(bool on) {
  spec::Values values;
  values.set("envelope", on, {}, true);
  return make_step<double>(steps::envelope(), values, StepContext<double>{});
}

Arrays<double> one(std::size_t traces, const std::vector<double>& values) {
  Arrays<double> inputs;
  inputs.push_back(Array<double>::from({traces, values.size() / traces}, values));
  return inputs;
}

}  // namespace

TEST_CASE("envelope: as abs(scipy.signal.hilbert), even and odd lengths") {
  const std::vector<double> x = {0, 1, 3, -2, 0.5, 4, -1, 2};
  const std::vector<double> even = {1.2248737341529168, 2.2057011795010446, 3.4016736287426492, 2.569037300295063,
                                    3.7582820989625425, 4.180745424771485,  1.342987908924282,  2.1780260213534315};
  const std::vector<double> odd = {0.8727494728172022, 1.655629029835152, 3.167504042725316, 2.793485022104034,
                                   3.8837563492945693, 4.249518184515528, 1.9228010014614134};
  const auto y = make(true)->forward(one(1, x));
  const auto z = make(true)->forward(one(1, std::vector<double>(x.begin(), x.end() - 1)));
  for (std::size_t n = 0; n < 8; ++n) CHECK(y[0][n] == doctest::Approx(even[n]).epsilon(1e-13));
  for (std::size_t n = 0; n < 7; ++n) CHECK(z[0][n] == doctest::Approx(odd[n]).epsilon(1e-13));
}

TEST_CASE("envelope: off, one sample, zeros, no set, a NaN in one trace") {
  CHECK_FALSE(steps::envelope().enabled(spec::Values{}));
  CHECK(make(false)->forward(one(1, {-3, 5}))[0][0] == -3);
  CHECK(make(false)->adjoint(one(1, {-3, 5}), one(1, {1, 1}))[0][0] == -3);
  CHECK(make(true)->forward(one(1, {-3}))[0][0] == doctest::Approx(3));
  const auto zeros = make(true)->forward(one(2, std::vector<double>(12, 0.0)));
  for (const double v : zeros[0]) CHECK(v == 0);
  CHECK(make(true)->forward(Arrays<double>(1))[0].empty());
  const auto y = make(true)->forward(one(2, {1, std::numeric_limits<double>::quiet_NaN(), 2, 0, 1, 0, -1, 0, 1, 0}));
  CHECK(std::isnan(y[0][1]));
  for (std::size_t i = 5; i < 10; ++i) CHECK(std::isfinite(y[0][i]));
}

TEST_CASE("envelope: the adjoint is zero, not NaN, on zeros") {
  const auto gradient = make(true)->adjoint(one(1, std::vector<double>(8, 1.0)), one(1, std::vector<double>(8, 0.0)));
  for (const double v : gradient[0]) CHECK(v == 0);
}

TEST_CASE("envelope: Taylor test") {
  for (const std::size_t samples : {64, 51}) {
    const auto x = operators::random_like(one(2, std::vector<double>(2 * samples, 0.0)), 12);
    operators::TaylorOptions options;
    options.largest_step = 1e-3;
    const auto test = operators::taylor_test(*make(true), x, options);
    CHECK_MESSAGE(test.passes(), test.to_string());
  }
}
