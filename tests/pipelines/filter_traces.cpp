#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "step_fixture.hpp"

using namespace stride;
using namespace stride::test;

namespace {

template <class Real>
StepContext<Real> at(double dt_s) {
  StepContext<Real> context;
  context.dt_s = dt_s;
  context.roles = {"observed"};
  context.shot_id = 0;
  return context;
}

std::vector<std::string> problems(const std::string& parameters, double dt_s = 0, std::size_t samples = 0) {
  return problems_of("filter_traces", parameters, {dt_s, samples, false});
}

using Texts = std::vector<std::string>;

Array<double> impulse(std::size_t samples, std::size_t at_sample) {
  Array<double> x = Array<double>::zeros({1, samples});
  x[at_sample] = 1;
  return x;
}

}  // namespace

TEST_CASE("filter_traces: cos at Nyquist and above works") {
  const auto weights = [](const std::string& parameters) {
    return numbers(make("filter_traces", parameters, at<double>(1))->forward(list(impulse(5, 2)))[0]);
  };
  CHECK(close(weights("{f_max: 0.5, zero_phase: true}"), std::vector<double>{0, 0.25, 0.5, 0.25, 0}));
  CHECK(close(weights("{f_max: 1, zero_phase: true}"), std::vector<double>{0, 0, 1, 0, 0}));
  CHECK(close(weights("{f_max: 1}"), std::vector<double>{0, 0, 1, 0, 0}));
  CHECK(close(weights("{f_max: 0.5}"), std::vector<double>{0, 0, 0.25, 0.5, 0.25}));
  CHECK(problems("{f_max: 0.5}", 1).empty());
  CHECK(
      problems("{f_max: 0.6}", 1) ==
      Texts{"warning: f_max: f_max 0.6 Hz is above the Nyquist frequency 0.5 Hz (dt 1 s): the filter smooths little or "
            "nothing"});
}

TEST_CASE("filter_traces: a corner at or above Nyquist is an error with both numbers") {
  CHECK(problems("{f_min: 1, f_max: 20}", 0.05) ==
        Texts{"f_max: f_max 20 Hz is at or above the Nyquist frequency 10 Hz (dt 0.05 s); lower it"});
  CHECK(problems("{f_max: 8, filter_type: fir, filter_relaxation: 0.5}", 0.05) ==
        Texts{"f_max: f_max 8 Hz, relaxed to 16 Hz, is at or above the Nyquist frequency 10 Hz (dt 0.05 s); lower it"});
  CHECK(problems("{f_min: 10}", 0.05).size() == 1);
  CHECK(problems("{f_min: 10}").empty());
  CHECK_THROWS_AS(make("filter_traces", "{f_min: 1, f_max: 20}", at<float>(0.05)), Error);
}

TEST_CASE("filter_traces: what is wrong whatever the data") {
  CHECK(problems("{f_min: 2, f_max: 2}") == Texts{"f_min: f_min 2 Hz is not below f_max 2 Hz"});
  CHECK(problems("{f_min: 2, filter_type: cos}") ==
        Texts{"filter_type: cos is a low-pass only, but f_min is given; use butterworth or fir"});
  CHECK(problems("{f_max: 2, order: 4}").size() == 1);
  CHECK(problems("{f_max: 2, attenuation: 40}").size() == 1);
  CHECK(problems("{}", 1).empty());
  for (const char* bad : {"{f_max: 0}", "{f_min: -1}", "{filter_relaxation: 0}", "{filter_relaxation: 1.5}"}) {
    spec::Diagnostics diagnostics;
    spec::read_section(*yaml(bad), "x", pipelines::find_step("filter_traces")->parameters, diagnostics);
    CHECK_MESSAGE(diagnostics.error_count() == 1, bad);
  }
}

TEST_CASE("filter_traces: zero phase needs more samples than its extension") {
  struct Case {
    const char* parameters;
    std::size_t pad;
  };
  for (const Case& c :
       {Case{"{f_min: 0.1, f_max: 0.2, zero_phase: true}", 51}, Case{"{f_min: 0.1, zero_phase: true}", 27},
        Case{"{f_max: 0.2, filter_type: butterworth, zero_phase: true}", 27},
        Case{"{f_max: 0.2, filter_type: fir, zero_phase: true}", 189}}) {
    CAPTURE(c.parameters);
    const auto step = make("filter_traces", c.parameters, at<float>(1));
    CHECK_NOTHROW(step->forward(list(noise<float>({2, c.pad + 1}, 1))));
    const std::string length = std::to_string(c.pad);
    const std::string what = "the zero-phase filter extends each end by " + length + " samples, so traces of " +
                             length + " samples are too short: " + std::to_string(c.pad + 1) + " is the shortest";
    CHECK_THROWS_WITH_AS(step->forward(list(noise<float>({2, c.pad}, 1))),
                         ("shot 0, observed: " + what + "; use `zero_phase: false`").c_str(), Error);
    CHECK(problems(c.parameters, 1, c.pad) == Texts{"zero_phase: " + what});
    CHECK(problems(c.parameters, 1, c.pad + 1).empty());
  }
  const auto causal = make("filter_traces", "{f_min: 0.1, f_max: 0.2}", at<float>(1));
  CHECK_NOTHROW(causal->forward(list(noise<float>({1, 1}, 1))));
}

TEST_CASE("filter_traces: a relaxation of 0.75 turns f_max 0.3 into 0.4") {
  for (const char* type : {"cos", "butterworth", "fir"}) {
    const std::string filter_type = std::string(", filter_type: ") + type + "}";
    const auto a = make("filter_traces", "{f_max: 0.3, filter_relaxation: 0.75" + filter_type, at<double>(1));
    const auto b = make("filter_traces", "{f_max: 0.4" + filter_type, at<double>(1));
    const auto ya = a->forward(list(impulse(100, 3))), yb = b->forward(list(impulse(100, 3)));
    for (std::size_t i = 0; i < 100; ++i) CHECK(ya[0][i] == doctest::Approx(yb[0][i]).epsilon(1e-9));
  }
}

TEST_CASE("filter_traces: a NaN spoils what the filter reaches, and no other trace") {
  struct Case {
    const char* parameters;
    std::size_t last;  // last sample that is spoilt
  };
  const std::size_t samples = 128;
  for (const Case& c : {Case{"{f_min: 0.1, f_max: 0.2}", samples - 1}, Case{"{f_max: 0.2, filter_type: fir}", 30 + 62},
                        Case{"{f_max: 0.1, filter_type: cos}", 30 + 10}}) {
    CAPTURE(c.parameters);
    const auto step = make("filter_traces", c.parameters, at<float>(1));
    const auto clean = step->forward(list(noise<float>({3, samples}, 1)));
    Array<float> x = noise<float>({3, samples}, 1);
    x[samples + 30] = std::numeric_limits<float>::quiet_NaN();
    const auto y = step->forward(list(std::move(x)));
    for (std::size_t i = 0; i < y[0].size(); ++i) {
      const bool spoilt = i >= samples + 30 && i <= samples + c.last;
      CHECK(std::isnan(y[0][i]) == spoilt);
      if (i < samples || i >= 2 * samples) CHECK(y[0][i] == clean[0][i]);
    }
  }
}
