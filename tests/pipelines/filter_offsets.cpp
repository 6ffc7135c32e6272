#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "operators/checks.hpp"
#include "pipelines/steps/steps.hpp"

using namespace stride;
using namespace stride::pipelines;

namespace {

spec::Values range(double low, double high) {
  spec::Values values;
  values.set("offset_min", low, {}, true);
  values.set("offset_max", high, {}, true);
  return values;
}

StepContext<double> four_receivers(Report* report = nullptr) {
  StepContext<double> context;
  context.roles = {"observed"};
  context.offsets_m = {0, 0.01, 0.02, 0.03};
  context.report = report;
  context.shot_id = 7;
  return context;
}

Arrays<double> one(Array<double> data) {
  Arrays<double> inputs;
  inputs.push_back(std::move(data));
  return inputs;
}

Arrays<double> ones() {
  return one(Array<double>::from({4, 2}, std::vector<double>(8, 1.0)));
}

std::string message_of(Step<double>& step, Arrays<double> inputs) {
  try {
    step.forward(std::move(inputs));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("filter_offsets: keeps both ends, zeroes and counts the rest, also where it is NaN") {
  Report report;
  Arrays<double> inputs = ones();
  inputs[0][7] = std::numeric_limits<double>::quiet_NaN();
  const auto step = make_step<double>(steps::filter_offsets(), range(0.01, 0.02), four_receivers(&report));
  const Array<double> y = std::move(step->forward(std::move(inputs))[0]);
  const std::vector<double> expected = {0, 0, 1, 1, 1, 1, 0, 0};
  for (std::size_t i = 0; i < 8; ++i) CHECK(y[i] == expected[i]);
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes[0].count == 2);
  CHECK(report.notes[0].role == "observed");
}

TEST_CASE("filter_offsets: an open end") {
  spec::Values values;
  values.set("offset_min", 0.025, {}, true);
  const auto step = make_step<double>(steps::filter_offsets(), values, four_receivers());
  const Array<double> y = std::move(step->forward(ones())[0]);
  CHECK(y[5] == 0);
  CHECK(y[6] == 1);
}

TEST_CASE("filter_offsets: identity without parameters, for wavelets and for no set") {
  const auto off = make_step<double>(steps::filter_offsets(), spec::Values{}, StepContext<double>{});
  CHECK(off->forward(ones())[0][0] == 1);
  CHECK_FALSE(steps::filter_offsets().enabled(spec::Values{}));
  Report report;
  StepContext<double> context = four_receivers(&report);
  context.roles = {"wavelets"};
  const auto step = make_step<double>(steps::filter_offsets(), range(1, 2), context);
  CHECK(step->forward(ones())[0][0] == 1);
  CHECK(step->adjoint(ones(), ones())[0][0] == 1);
  CHECK(report.notes.size() == 1);
  CHECK(step->forward(one(Array<double>{}))[0].empty());
}

TEST_CASE("filter_offsets: no geometry, or one of other receivers, is an error") {
  StepContext<double> context = four_receivers();
  context.offsets_m.clear();
  const auto without = make_step<double>(steps::filter_offsets(), range(0, 1), context);
  CHECK(message_of(*without, ones()).find("give `geometry: {file: ...}`") != std::string::npos);
  CHECK(message_of(*without, ones()).find("shot 7") != std::string::npos);
  context.offsets_m = {1, 2, 3};
  const auto other = make_step<double>(steps::filter_offsets(), range(0, 1), context);
  CHECK(message_of(*other, ones()).find("3 distances for 4 traces") != std::string::npos);
}

TEST_CASE("filter_offsets: parameter mistakes") {
  const StepInfo info = steps::filter_offsets();
  CheckContext context;
  CHECK(info.check(range(0.01, 0.02), context).empty());
  CHECK(info.check(spec::Values{}, CheckContext{}).empty());
  const auto reversed = info.check(range(0.02, 0.01), context);
  REQUIRE(reversed.size() == 1);
  CHECK(reversed[0].key == "offset_min");
  CHECK(reversed[0].what.find("0.02 m is above offset_max 0.01 m") != std::string::npos);
  const auto no_geometry = info.check(range(0.01, 0.02), CheckContext{0, 0, true});
  REQUIRE(no_geometry.size() == 1);
  CHECK(no_geometry[0].what.find("geometry:") != std::string::npos);
}

TEST_CASE("filter_offsets: dot-product test") {
  const auto step = make_step<double>(steps::filter_offsets(), range(0.005, 0.02), four_receivers());
  const auto x = operators::random_like(one(Array<double>::zeros({4, 9})), 2);
  CHECK(operators::dot_product_test(*step, x).error() < 1e-14);
}
