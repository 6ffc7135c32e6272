#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "pipelines/steps/steps.hpp"

using namespace stride;
using namespace stride::pipelines;

namespace {

template <class Real>
std::unique_ptr<Step<Real>> make(bool on, Report* report) {
  spec::Values values;
  values.set("bandlimit_report", on, {}, true);
  StepContext<Real> context;
  context.roles = {"wavelets"};
  context.dt_s = 0.01;
  context.report = report;
  return make_step<Real>(steps::bandlimit_report(), values, context);
}

// Three traces of 100 samples: zeros, two cycles of 10 and of 20 Hz in one, one that is not finite.
template <class Real>
Arrays<Real> traces() {
  Arrays<Real> inputs(1);
  inputs[0] = Array<Real>::zeros({3, 100});
  for (std::size_t n = 0; n < 100; ++n) {
    const double w = 2 * std::acos(-1.0) * 0.01 * static_cast<double>(n);
    inputs[0][100 + n] = static_cast<Real>(std::sin(10 * w) + 0.5 * std::sin(20 * w));
  }
  inputs[0][250] = std::numeric_limits<Real>::infinity();
  return inputs;
}

}  // namespace

TEST_CASE("bandlimit_report: tells the band of the usable traces and changes nothing") {
  Report report;
  const auto y = make<float>(true, &report)->forward(traces<float>());
  const auto x = traces<float>();
  for (std::size_t i = 0; i < 300; ++i) CHECK(y[0][i] == x[0][i]);
  REQUIRE(report.notes.size() == 2);
  CHECK(report.notes[0].count == 2);
  CHECK(report.notes[1].role == "wavelets");
  // The spectrum has lines of 0 dB at 10 Hz and -6 dB at 20 Hz, and nothing else.
  CHECK(report.notes[1].text == "f_min 10 Hz, f_centre 10 Hz, f_max 20 Hz at -10 dB");
}

TEST_CASE("bandlimit_report: off, zeros, one sample, no set, no report") {
  CHECK_FALSE(steps::bandlimit_report().enabled(spec::Values{}));
  Report report;
  make<double>(false, &report)->forward(traces<double>());
  CHECK(report.notes.empty());
  Arrays<double> zeros(1);
  zeros[0] = Array<double>::zeros({2, 10});
  make<double>(true, &report)->forward(std::move(zeros));
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes[0].count == 2);
  Arrays<double> single(1);
  single[0] = Array<double>::from({1, 1}, std::vector<double>{3});
  CHECK(make<double>(true, &report)->forward(std::move(single))[0][0] == 3);
  CHECK(make<double>(true, &report)->forward(Arrays<double>(1))[0].empty());
  CHECK(make<double>(true, nullptr)->forward(traces<double>())[0][0] == 0);
}

TEST_CASE("bandlimit_report: gradients pass unchanged") {
  const auto g = make<double>(true, nullptr)->adjoint(traces<double>(), traces<double>());
  CHECK(g[0][133] == traces<double>()[0][133]);
}
