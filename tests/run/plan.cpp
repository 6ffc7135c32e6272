#include "run/plan.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "run/forward_fixture.hpp"
#include "run/validate.hpp"

using namespace stride;
using namespace stride::run;
using stride::run::test::ball_spec;
using stride::run::test::ring_spec;

namespace {

ForwardPlan plan(const stride::test::Folder& folder, const std::string& text, const ForwardOptions& options = {},
                 bool calibrate = false) {
  spec::Diagnostics diagnostics;
  const spec::Spec spec = stride::run::test::read(text, folder, diagnostics);
  return plan_forward(spec, options, calibrate, diagnostics);
}

std::string problems(const std::string& text) {
  const stride::test::Folder folder;
  spec::Diagnostics diagnostics;
  const spec::Spec spec = stride::run::test::read(text, folder, diagnostics);
  validate(spec, {}, diagnostics);
  return diagnostics.render(false);
}

}  // namespace

TEST_CASE("plan: counts and numerics of a run, and nothing written") {
  const stride::test::Folder folder;
  const ForwardPlan found = plan(folder, ring_spec());
  CHECK(found.shots_total == 8);
  CHECK(found.shots_to_run == 8);
  CHECK(found.receivers == 8);
  CHECK(found.steps == 118);
  CHECK(found.extended == Shape{57, 61});
  CHECK(found.kernel == "OT2");
  CHECK(found.courant == doctest::Approx(0.3));
  // (2/pi) h / (c sqrt 2)
  CHECK(found.ot2_limit_s == doctest::Approx(3.0011e-7).epsilon(1e-4));
  CHECK(found.points_per_wavelength == doctest::Approx(1500 / (found.f_max_hz * 1e-3)));
  CHECK(found.result_bytes > 8 * 9 * 120 * sizeof(float));
  CHECK(found.points_per_s == 0);
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("plan: the kernel follows the step, and the estimate comes from the real model") {
  const stride::test::Folder folder;
  std::string text = ring_spec();
  text.replace(text.find("step: 0.2 us"), 12, "step: 0.4 us");
  const ForwardPlan found = plan(folder, text, {}, true);
  CHECK(found.kernel == "OT4");
  CHECK(found.kernel_reason.find("above the limit of OT2") != std::string::npos);
  CHECK(found.points_per_s > 0);
  CHECK(found.seconds == doctest::Approx(8.0 * 118 * 57 * 61 / found.points_per_s));
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("plan: workers by dimension, shots, memory and wishes") {
  const stride::test::Folder folder;
  ForwardOptions options;
  options.threads = 4;
  ForwardPlan found = plan(folder, ring_spec(), options);
  CHECK(found.resources.workers == 4);
  CHECK(found.resources.threads_per_worker == 1);
  found = plan(folder, ball_spec(), options);
  CHECK(found.resources.workers == 1);
  CHECK(found.resources.threads_per_worker == 4);
  options.workers = 2;
  found = plan(folder, ball_spec(), options);
  CHECK(found.resources.workers == 2);
  CHECK(found.resources.threads_per_worker == 2);
  options.workers.reset();
  options.shots = "1-3";
  CHECK(plan(folder, ring_spec(), options).resources.workers == 3);
  options.shots = "";
  found = plan(folder, ring_spec(), options);
  options.memory_bytes = found.resources.memory_shared_bytes + 2 * found.resources.memory_per_worker_bytes + 100;
  CHECK(plan(folder, ring_spec(), options).resources.workers == 2);
  options.workers = 4;
  CHECK_THROWS_WITH_AS(plan(folder, ring_spec(), options), doctest::Contains("4 shots at a time"), Error);
}

TEST_CASE("plan: shots that are finished are not counted as to run") {
  const stride::test::Folder folder;
  ForwardOptions options;
  options.shots = "0-2";
  stride::run::test::run_in(folder, ring_spec(), options);
  const ForwardPlan found = plan(folder, ring_spec());
  CHECK(found.shots_finished == 3);
  CHECK(found.shots_to_run == 5);
}

TEST_CASE("validate: a spec for modelling is checked as forward checks it") {
  CHECK(problems(ring_spec()).empty());
  std::string text = ring_spec();
  text.erase(text.find("medium:"), text.find("geometry:") - text.find("medium:"));
  CHECK_HOLDS(problems(text), "medium: is missing");
  text = ring_spec();
  text.replace(text.find("step: 0.2 us"), 12, "step: 0.6 us");
  CHECK_HOLDS(problems(text), "time.step: a step of 6e-07 s is unstable");
  // Nothing of shots: only what is there is checked.
  CHECK(problems("version: 1\nname: a\nmedium: {vp: {value: 1500}}\n").empty());
}
