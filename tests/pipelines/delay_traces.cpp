#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "operators/checks.hpp"
#include "pipelines/steps/steps.hpp"

using namespace stride;
using namespace stride::pipelines;

namespace {

constexpr double dt_s = 0.1;
constexpr std::size_t samples = 100;

spec::Values delays(std::vector<double> seconds) {
  spec::Values values;
  values.set("delays", std::move(seconds), {}, true);
  return values;
}

template <class Real>
std::unique_ptr<Step<Real>> make(const spec::Values& values, const std::string& role = "wavelets",
                                 Report* report = nullptr) {
  StepContext<Real> context;
  context.roles = {role};
  context.dt_s = dt_s;
  context.shot_id = 5;
  context.report = report;
  return make_step<Real>(steps::delay_traces(), values, context);
}

// Two equal traces, a pulse at `centre` samples.
Arrays<double> pulses(double centre) {
  Arrays<double> inputs(1);
  inputs[0] = Array<double>::uninitialised({2, samples});
  for (std::size_t i = 0; i < 2 * samples; ++i) {
    const double a = (static_cast<double>(i % samples) - centre) / 5;
    inputs[0][i] = std::exp(-a * a);
  }
  return inputs;
}

}  // namespace

TEST_CASE("delay_traces: one delay per source, not bound to whole samples") {
  const auto y = make<double>(delays({0.43, -1.0}))->forward(pulses(50));
  const auto later = pulses(54.3);
  const auto earlier = pulses(40);
  for (std::size_t n = 0; n < samples; ++n) {
    CHECK(std::abs(y[0][n] - later[0][n]) < 1e-6);
    CHECK(std::abs(y[0][samples + n] - earlier[0][n]) < 1e-6);
  }
}

TEST_CASE("delay_traces: one value delays every trace of every set; nothing comes in at the other end") {
  const auto y = make<double>(delays({3.0}), "observed")->forward(pulses(90));
  for (std::size_t i = 0; i < 2 * samples; ++i)
    if (i % samples < 60) CHECK(std::abs(y[0][i]) < 1e-6);
}

TEST_CASE("delay_traces: a list leaves other sets alone, with a warning") {
  Report report;
  const auto step = make<double>(delays({0.43, -1.0}), "observed", &report);
  CHECK(step->forward(pulses(50))[0][50] == 1);
  CHECK(step->adjoint(pulses(50), pulses(50))[0][50] == 1);
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes[0].level == Note::Level::warning);
}

TEST_CASE("delay_traces: as many delays as sources, or an error with both numbers") {
  CHECK_THROWS_WITH_AS(make<double>(delays({0.1, 0.2, 0.3}))->forward(pulses(50)),
                       doctest::Contains("shot 5, wavelets: delay_traces has 3 delays for 2 sources"), Error);
}

TEST_CASE("delay_traces: nothing given, one sample, zeros, no set, a NaN in one trace") {
  CHECK_FALSE(steps::delay_traces().enabled(spec::Values{}));
  CHECK(make<double>(spec::Values{})->forward(pulses(50))[0][50] == 1);
  Arrays<double> single(1);
  single[0] = Array<double>::from({1, 1}, std::vector<double>{3});
  CHECK(make<double>(delays({0.0}))->forward(std::move(single))[0][0] == doctest::Approx(3));
  Arrays<double> zeros(1);
  zeros[0] = Array<double>::zeros({2, 7});
  const auto still = make<double>(delays({0.13}))->forward(std::move(zeros));
  for (const double v : still[0]) CHECK(v == 0);
  CHECK(make<double>(delays({0.13}))->forward(Arrays<double>(1))[0].empty());
  Arrays<double> spoilt = pulses(50);
  spoilt[0][3] = std::numeric_limits<double>::quiet_NaN();
  const auto y = make<double>(delays({0.13}))->forward(std::move(spoilt));
  const auto clean = make<double>(delays({0.13}))->forward(pulses(50));
  for (std::size_t i = samples; i < 2 * samples; ++i) CHECK(y[0][i] == clean[0][i]);
}

TEST_CASE("delay_traces: parameter mistakes") {
  const auto check = steps::delay_traces().check;
  const CheckContext known{dt_s, samples, false};
  CHECK(check(spec::Values{}, known).empty());
  CHECK(check(delays({9, -9}), known).empty());
  CHECK(check(delays({}), known).size() == 1);
  const auto longer = check(delays({1, -12}), known);
  REQUIRE(longer.size() == 1);
  CHECK(longer[0].what.find("a delay of -12 s moves all 100 samples out of the record of 10 s") != std::string::npos);
}

TEST_CASE("delay_traces: dot-product test") {
  for (const double delay : {0.0, 0.43, -2.07}) {
    Arrays<float> x32(1);
    x32[0] = Array<float>::zeros({2, 33});
    CHECK(operators::dot_product_test(*make<double>(delays({delay})), operators::random_like(pulses(0), 3)).error() <
          1e-12);
    CHECK(operators::dot_product_test(*make<float>(delays({delay})), operators::random_like(x32, 3)).error() < 1e-5);
  }
}
