#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "operators/checks.hpp"
#include "pipelines/steps/steps.hpp"

using namespace stride;
using namespace stride::pipelines;

namespace {

template <class Real>
std::unique_ptr<Step<Real>> make(const spec::Values& values, Report* report = nullptr) {
  StepContext<Real> context;
  context.dt_s = 0.1;
  context.roles = {"observed"};
  context.report = report;
  return make_step<Real>(steps::agc(), values, context);
}

spec::Values window(double seconds) {
  spec::Values values;
  values.set("agc", true, {}, true);
  values.set("agc_window", seconds, {}, true);
  return values;
}

template <class Real>
Arrays<Real> one(Array<Real> data) {
  Arrays<Real> inputs;
  inputs.push_back(std::move(data));
  return inputs;
}

const std::vector<double> quiet_middle = {0, 1, -2, 3, 0, 0, 0, 0, 1e-5, 0, 4, 1};

}  // namespace

TEST_CASE("agc: three samples' RMS, cut at the ends, with the floor") {
  // NumPy: x / maximum(rms, 1e-3 * rms.max()), each rms the root of the mean square of x[n-1:n+2].
  const std::vector<double> expected = {
      0, 0.7745966692414834, -0.9258200997725514, 1.4411533842457842, 0, 0, 0, 0, 0.0034299717028501765,
      0, 1.6803361008336117, 0.34299717028501764};
  const auto y = make<double>(window(0.2))->forward(one(Array<double>::from({1, 12}, quiet_middle)));
  for (std::size_t n = 0; n < 12; ++n) CHECK(y[0][n] == doctest::Approx(expected[n]).epsilon(1e-13));
}

TEST_CASE("agc: does not know the scale of a trace") {
  std::vector<double> values = quiet_middle;
  for (const double x : quiet_middle) values.push_back(1e-9 * x);
  const auto y = make<double>(window(0.4))->forward(one(Array<double>::from({2, 12}, values)));
  for (std::size_t n = 0; n < 12; ++n) CHECK(y[0][n] == doctest::Approx(y[0][12 + n]).epsilon(1e-12));
}

TEST_CASE("agc: the window is 2/f_max, else a tenth of the trace") {
  spec::Values by_frequency;
  by_frequency.set("agc", true, {}, true);
  by_frequency.set("f_max", 10.0, {}, true);
  spec::Values by_length;
  by_length.set("agc", true, {}, true);
  const auto x = operators::random_like(one(Array<double>::zeros({1, 20})), 4);
  const auto same = make<double>(window(0.2))->forward(operators::clone(x));
  const auto frequency = make<double>(by_frequency)->forward(operators::clone(x));
  const auto length = make<double>(by_length)->forward(operators::clone(x));
  const auto other = make<double>(window(0.6))->forward(operators::clone(x));
  for (std::size_t n = 0; n < 20; ++n) {
    CHECK(frequency[0][n] == same[0][n]);
    CHECK(length[0][n] == same[0][n]);
  }
  CHECK(other[0][10] != same[0][10]);
}

TEST_CASE("agc: off, one sample, zeros counted, no set, a NaN in one trace") {
  CHECK(make<double>(spec::Values{})->forward(one(Array<double>::from({1, 1}, std::vector<double>{3})))[0][0] == 3);
  CHECK_FALSE(steps::agc().enabled(spec::Values{}));
  CHECK(make<double>(window(1))->forward(one(Array<double>::from({1, 1}, std::vector<double>{-3})))[0][0] == -1);
  Report report;
  const auto zeros = make<float>(window(1), &report)->forward(one(Array<float>::zeros({3, 5})));
  for (const float v : zeros[0]) CHECK(v == 0);
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes[0].count == 3);
  CHECK(make<double>(window(1))->forward(one(Array<double>{}))[0].empty());
  Array<double> data = Array<double>::from({2, 3}, std::vector<double>{1, 1, 1, 2, 2, 2});
  data[1] = std::numeric_limits<double>::quiet_NaN();
  const auto y = make<double>(window(0.2))->forward(one(std::move(data)));
  CHECK(std::isnan(y[0][1]));
  CHECK(y[0][4] == 1);
}

TEST_CASE("agc: parameter mistakes") {
  const StepInfo info = steps::agc();
  const CheckContext context{0.1, 20, false};
  CHECK(info.check(window(2), context).empty());
  CHECK(info.check(window(2.5), CheckContext{}).empty());
  const auto longer = info.check(window(2.5), context);
  REQUIRE(longer.size() == 1);
  CHECK(longer[0].key == "agc_window");
  CHECK(longer[0].what.find("2.5 s is longer than the record of 2 s") != std::string::npos);
  spec::Values low;
  low.set("agc", true, {}, true);
  low.set("f_max", 0.5, {}, true);
  CHECK(info.check(low, context).size() == 1);
}

TEST_CASE("agc: Taylor test, the floor's derivative included") {
  // Steps so small that the silent samples stay below the floor of 3e-3.
  operators::TaylorOptions options;
  options.largest_step = 1e-4;
  options.decades = 2;
  const auto quiet =
      operators::taylor_test(*make<double>(window(0.2)), one(Array<double>::from({1, 12}, quiet_middle)), options);
  CHECK_MESSAGE(quiet.passes(), quiet.to_string());
  const auto x = operators::random_like(one(Array<double>::zeros({3, 50})), 8);
  const auto loud = operators::taylor_test(*make<double>(window(0.8)), x, options);
  CHECK_MESSAGE(loud.passes(), loud.to_string());
}
