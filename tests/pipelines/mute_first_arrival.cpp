#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "pipelines/step_fixture.hpp"
#include "pipelines/steps/steps.hpp"

using namespace stride;
using namespace stride::pipelines;

namespace {

spec::Values defaults() {
  return test::values_of("mute_first_arrival");
}

spec::Values velocity(double shift_s = 0, double taper_s = 0, const std::string& keep = "after") {
  spec::Values values = defaults();
  values.set("arrival_velocity", 1500.0, {}, true);
  values.set("arrival_shift", shift_s, {}, true);
  values.set("arrival_taper", taper_s, {}, true);
  values.set("keep", keep, {}, true);
  return values;
}

spec::Values sta_lta(double sta, double lta, double level) {
  spec::Values values = defaults();
  values.set("arrival_pick", std::string("sta_lta"), {}, true);
  values.set("sta", sta, {}, true);
  values.set("lta", lta, {}, true);
  values.set("sta_lta_level", level, {}, true);
  return values;
}

spec::Values threshold(double level) {
  spec::Values values = defaults();
  values.set("arrival_pick", std::string("threshold"), {}, true);
  values.set("pick_level", level, {}, true);
  return values;
}

// Sampling interval 1 us; at 1500 m/s the two receivers are 4 and 7 samples away.
StepContext<double> two_receivers(Report* report = nullptr) {
  StepContext<double> context;
  context.roles = {"modelled", "observed"};
  context.dt_s = 1e-6;
  context.shot_id = 3;
  context.offsets_m = {6e-3, 10.5e-3};
  context.report = report;
  return context;
}

std::unique_ptr<Step<double>> make(const spec::Values& values, const StepContext<double>& context) {
  return make_step<double>(steps::mute_first_arrival(), values, context);
}

Array<double> filled(std::size_t traces, std::size_t samples, double value = 1) {
  return Array<double>::from({traces, samples}, std::vector<double>(traces * samples, value));
}

Arrays<double> both(Array<double> modelled, Array<double> observed) {
  Arrays<double> inputs;
  inputs.push_back(std::move(modelled));
  inputs.push_back(std::move(observed));
  return inputs;
}

std::string message_of(Step<double>& step, Arrays<double> inputs) {
  try {
    step.forward(std::move(inputs));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

bool tells(const std::vector<Problem>& problems, const std::string& text) {
  return problems.size() == 1 && problems[0].what.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("mute_first_arrival: by velocity, on the sample to the day, in all sets") {
  const auto y = make(velocity(), two_receivers())->forward(both(filled(2, 10), filled(2, 10, 2)));
  for (std::size_t n = 0; n < 10; ++n) {
    CHECK(y[0][n] == (n < 4 ? 0 : 1));
    CHECK(y[0][10 + n] == (n < 7 ? 0 : 1));
    CHECK(y[1][n] == (n < 4 ? 0 : 2));
  }
}

TEST_CASE("mute_first_arrival: the record's start, the shift and the taper move the mask") {
  StepContext<double> context = two_receivers();
  context.t0_s = 2e-6;
  // By hand: arrival 4 us is sample 2, shifted to 3; the taper of 4 samples goes 0, 0.146.., 0.5, 0.853.., 1.
  const double quarter = 0.5 * (1 - std::sqrt(0.5));
  const std::vector<double> expected = {0, 0, 0, 0, quarter, 0.5, 1 - quarter, 1, 1, 1};
  const auto after = make(velocity(1e-6, 4e-6), context)->forward(both(filled(2, 10), filled(2, 10)));
  const auto before = make(velocity(1e-6, 4e-6, "before"), context)->forward(both(filled(2, 10), filled(2, 10)));
  for (std::size_t n = 0; n < 10; ++n) {
    CHECK(after[0][n] == doctest::Approx(expected[n]).epsilon(1e-9));
    CHECK(before[0][n] + after[0][n] == doctest::Approx(1).epsilon(1e-15));
  }
}

TEST_CASE("mute_first_arrival: picks on observed and mutes modelled by it") {
  Report report;
  Array<double> observed = Array<double>::from({2, 6}, std::vector<double>{0, 0.4, 0, 1, 9, 10, 0, 0, 0, 0, 0, 0});
  const auto step = make(threshold(0.05), two_receivers(&report));
  const auto y = step->forward(both(filled(2, 6), std::move(observed)));
  for (std::size_t n = 0; n < 6; ++n) CHECK(y[0][n] == (n < 3 ? 0 : 1));
  CHECK(y[1][1] == 0);
  // The second trace has nothing to pick: left alone and counted, in both sets.
  for (std::size_t n = 6; n < 12; ++n) CHECK(y[0][n] == 1);
  REQUIRE(report.notes.size() == 2);
  CHECK(report.notes[0].count == 1);
  CHECK(report.notes[0].level == Note::Level::warning);
}

TEST_CASE("mute_first_arrival: STA/LTA") {
  // By hand: windows of 1 and 4 samples; x^2 is 1 throughout, then 16 at sample 6: 16/(19/4) = 3.37 > 3.
  Array<double> observed = Array<double>::from({1, 9}, std::vector<double>{1, -1, 1, -1, 1, -1, 4, 4, 4});
  StepContext<double> context = two_receivers();
  context.roles = {"observed"};
  Arrays<double> inputs;
  inputs.push_back(std::move(observed));
  const auto y = make(sta_lta(1e-6, 4e-6, 3), context)->forward(std::move(inputs));
  CHECK(y[0][5] == 0);
  CHECK(y[0][6] == 4);
}

TEST_CASE("mute_first_arrival: what is muted is zero, also where it was NaN; other traces keep their bits") {
  Array<double> modelled = filled(2, 10, 0.1);
  modelled[0] = std::numeric_limits<double>::quiet_NaN();
  modelled[5] = std::numeric_limits<double>::quiet_NaN();
  const auto y = make(velocity(), two_receivers())->forward(both(std::move(modelled), filled(2, 10)));
  CHECK(y[0][0] == 0);
  CHECK(std::isnan(y[0][5]));
  CHECK(y[0][17] == 0.1);
}

TEST_CASE("mute_first_arrival: identity when not enabled, for wavelets, for no set; one sample") {
  CHECK_FALSE(steps::mute_first_arrival().enabled(defaults()));
  const auto off = make(defaults(), two_receivers());
  CHECK(off->forward(both(filled(2, 3), filled(2, 3)))[0][0] == 1);
  StepContext<double> context = two_receivers();
  context.roles = {"wavelets", "observed"};
  const auto y = make(velocity(), context)->forward(both(filled(5, 10), Array<double>{}));
  CHECK(y[0][0] == 1);
  CHECK(y[1].empty());
  CHECK(make(velocity(), two_receivers())->forward(both(filled(2, 1), filled(2, 1)))[0][0] == 0);
}

TEST_CASE("mute_first_arrival: what is missing is said") {
  StepContext<double> context = two_receivers();
  context.offsets_m.clear();
  const auto no_geometry = make(velocity(), context);
  CHECK(message_of(*no_geometry, both(filled(2, 9), filled(2, 9))).find("give `geometry: {file: ...}`") !=
        std::string::npos);
  const auto no_observed = make(threshold(0.1), two_receivers());
  CHECK(message_of(*no_observed, both(filled(2, 9), Array<double>{})).find("shot 3") != std::string::npos);
  const auto other = make(velocity(), two_receivers());
  CHECK(message_of(*other, both(filled(3, 9), filled(2, 9))).find("2 receivers for 3 traces") != std::string::npos);
}

TEST_CASE("mute_first_arrival: parameter mistakes") {
  const auto check = steps::mute_first_arrival().check;
  const CheckContext known{1e-6, 100, false};
  CHECK(check(defaults(), CheckContext{}).empty());
  CHECK(check(velocity(), known).empty());
  CHECK(check(sta_lta(2e-6, 10e-6, 3), known).empty());
  CHECK(check(threshold(0.05), CheckContext{}).empty());
  CHECK(tells(check(velocity(), CheckContext{0, 0, true}), "geometry:"));
  CHECK(tells(check(sta_lta(2e-6, 2e-6, 1), known), "must be shorter than lta"));
  CHECK(tells(check(sta_lta(2e-6, 5e-6, 3), known), "STA/LTA is at most lta/sta"));
  CHECK(tells(check(sta_lta(2e-6, 1e-3, 3), known), "longer than the record"));
  CHECK(tells(check(sta_lta(1e-7, 4e-7, 3), known), "same number of samples"));
  CHECK(tells(check(velocity(0, 1e-3), known), "arrival_taper 0.001 s is longer than the record of 0.0001 s"));
  spec::Values no_windows = defaults();
  no_windows.set("arrival_pick", std::string("sta_lta"), {}, true);
  CHECK(check(no_windows, known).size() == 2);
  spec::Values two_ways = threshold(0.05);
  two_ways.set("arrival_velocity", 1500.0, {}, true);
  CHECK(tells(check(two_ways, known), "1500 m/s and arrival_pick threshold are both given"));
}

TEST_CASE("mute_first_arrival: dot-product tests, picks held") {
  const auto x = operators::random_like(both(filled(2, 30), filled(2, 30)), 9);
  const auto by_velocity = make(velocity(0, 8e-6), two_receivers());
  CHECK(operators::dot_product_test(*by_velocity, x).error() < 1e-14);
  const auto by_threshold = make(threshold(0.7), two_receivers());
  CHECK(operators::dot_product_test(*by_threshold, x).error() < 1e-14);
}
