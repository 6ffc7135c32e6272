#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "operators/checks.hpp"
#include "pipelines/one_input.hpp"
#include "pipelines/steps/steps.hpp"

using namespace stride;
using namespace stride::pipelines;

namespace {

constexpr double dt_s = 1e-7;

spec::Values resonance(double frequency_hz, double quality) {
  spec::Values values;
  values.set("resonance_freq", frequency_hz, {}, true);
  values.set("resonance_q", quality, {}, true);
  return values;
}

template <class Real>
std::unique_ptr<Step<Real>> make(const spec::Values& values, const std::string& role = "wavelets",
                                 Report* report = nullptr) {
  StepContext<Real> context;
  context.roles = {role};
  context.dt_s = dt_s;
  context.report = report;
  return make_step<Real>(steps::resonance_filter(), values, context);
}

}  // namespace

TEST_CASE("resonance_filter: impulse response as scipy.signal.lfilter gives it") {
  // lfilter(g [1, -2 r cos w, r^2], [1, -2 p, p^2], impulse), w = 0.2 pi, r = exp(-w/8), p = exp(-w), g for gain 1 at
  // 0.
  const std::vector<double> expected = {0.6065255026643545,  -0.26010240526304285, 0.06821251130253964,
                                        0.1468087516691618,  0.13722750967527836,  0.10463531259340764,
                                        0.07258712749053431, 0.047668527631390956};
  const auto y = make<double>(resonance(1e6, 4))->forward(one<double>(1, {1, 0, 0, 0, 0, 0, 0, 0}));
  for (std::size_t n = 0; n < 8; ++n) CHECK(y[0][n] == doctest::Approx(expected[n]).epsilon(1e-12));
}

TEST_CASE("resonance_filter: the ringing of the resonance stops at once") {
  // The resonance's own impulse response, r^n sin((n+1) w)/sin(w), leaves two critically damped poles: g (n+1) p^n.
  const double w = 0.2 * std::acos(-1.0);
  const double r = std::exp(-w / 40);
  const double p = std::exp(-w);
  const double gain = (1 - p) * (1 - p) / (1 - 2 * r * std::cos(w) + r * r);
  std::vector<double> ringing(100);
  for (std::size_t n = 0; n < 100; ++n) {
    const auto k = static_cast<double>(n);
    ringing[n] = std::pow(r, k) * std::sin((k + 1) * w) / std::sin(w);
  }
  const auto y = make<double>(resonance(1e6, 20))->forward(one(1, ringing));
  for (std::size_t n = 0; n < 100; ++n) {
    const auto k = static_cast<double>(n);
    CHECK(std::abs(y[0][n] - gain * (k + 1) * std::pow(p, k)) < 1e-12);
  }
}

TEST_CASE("resonance_filter: other sets pass unchanged, with a note") {
  Report report;
  const auto step = make<double>(resonance(1e6, 4), "observed", &report);
  CHECK(step->forward(one<double>(1, {1, 2}))[0][1] == 2);
  CHECK(step->adjoint(one<double>(1, {1, 2}), one<double>(1, {1, 2}))[0][0] == 1);
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes[0].role == "observed");
}

TEST_CASE("resonance_filter: nothing given, one sample, zeros, no set, a NaN in one trace") {
  CHECK_FALSE(steps::resonance_filter().enabled(spec::Values{}));
  CHECK(make<double>(spec::Values{})->forward(one<double>(1, {1, 2}))[0][1] == 2);
  CHECK(make<double>(resonance(1e6, 4))->forward(one<double>(1, {1}))[0][0] == doctest::Approx(0.6065255026643545));
  CHECK(make<double>(resonance(1e6, 4))->forward(one<double>(2, {0, 0, 0, 0}))[0][3] == 0);
  CHECK(make<double>(resonance(1e6, 4))->forward(Arrays<double>(1))[0].empty());
  const double not_a_number = std::numeric_limits<double>::quiet_NaN();
  const auto y = make<double>(resonance(1e6, 4))->forward(one<double>(2, {1, not_a_number, 0, 1, 0, 0}));
  CHECK(std::isfinite(y[0][0]));
  CHECK(std::isnan(y[0][2]));
  CHECK(y[0][4] == doctest::Approx(-0.26010240526304285));
}

TEST_CASE("resonance_filter: parameter mistakes") {
  const auto check = steps::resonance_filter().check;
  const CheckContext known{dt_s, 100, false};
  CHECK(check(spec::Values{}, known).empty());
  CHECK(check(resonance(4.9e6, 4), known).empty());
  CHECK(check(resonance(5e6, 4), CheckContext{}).empty());
  const auto high = check(resonance(5e6, 4), known);
  REQUIRE(high.size() == 1);
  CHECK(high[0].key == "resonance_freq");
  CHECK(high[0].what.find("5000000 Hz must be below the Nyquist frequency of 5000000 Hz") != std::string::npos);
  spec::Values lone;
  lone.set("resonance_q", 3.0, {}, true);
  REQUIRE(check(lone, known).size() == 1);
  CHECK(check(lone, known)[0].key == "resonance_q");
}

TEST_CASE("resonance_filter: dot-product test") {
  const auto x = operators::random_like(one(2, std::vector<double>(80, 0.0)), 7);
  const auto x32 = operators::random_like(one(2, std::vector<float>(80, 0.0F)), 7);
  CHECK(operators::dot_product_test(*make<double>(resonance(1e6, 4)), x).error() < 1e-13);
  CHECK(operators::dot_product_test(*make<float>(resonance(1e6, 4)), x32).error() < 1e-6);
}
