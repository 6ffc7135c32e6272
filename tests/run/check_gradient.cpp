#include "run/check_gradient.hpp"

#include <doctest/doctest.h>

#include "core/error.hpp"
#include "run/forward_fixture.hpp"

using namespace stride;
using namespace stride::run;
using stride::run::test::ball_spec;
using stride::run::test::read;
using stride::run::test::ring_spec;

namespace {

std::vector<GradientCheck> check(const std::string& text, const ForwardOptions& options = {}) {
  const stride::test::Folder folder;
  spec::Diagnostics diagnostics;
  const spec::Spec spec = read(text, folder, diagnostics);
  return check_gradient(spec, options, diagnostics);
}

}  // namespace

TEST_CASE("check-gradient: passes in 2-D and 3-D, with density and attenuation, and names the shot") {
  for (const std::string& text :
       {ring_spec(), ring_spec("physics: {kernel: OT4, interpolation: hicks, source_scaling: raw}\n"),
        ring_spec("physics: {compat: stride, diff_source: true}\n"), ball_spec()}) {
    const auto checks = check(text);
    REQUIRE(checks.size() == 1);
    CHECK(checks[0].shot == 0);
    CHECK(checks[0].loss > 0);
    CHECK(checks[0].taylor.size() == 7);
    CHECK(checks[0].slope > 1.9);
    CHECK(checks[0].slope < 2.1);
    CHECK(checks[0].best_error < 1e-6);
    CHECK(checks[0].dot.error < 1e-11);
    CHECK(checks[0].passed());
  }
  std::string lossy = ring_spec();
  lossy.replace(lossy.find("{vp: {value: 1500}"), 18, "{alpha: {value: 3}, rho: {value: 1100}, vp: {value: 1500}");
  ForwardOptions options;
  options.shots = "3,5";
  const auto checks = check(lossy, options);
  REQUIRE(checks.size() == 2);
  CHECK(checks[1].shot == 5);
  CHECK(checks[0].passed());
  CHECK(checks[1].passed());
}

TEST_CASE("check-gradient: a figure out of its bounds fails the check") {
  GradientCheck good;
  good.slope = 2;
  good.best_error = 1e-9;
  CHECK(good.passed());
  GradientCheck slope = good, error = good, dot = good;
  slope.slope = 1.5;
  error.best_error = 1e-3;
  dot.dot.error = 1e-6;
  CHECK_FALSE(slope.passed());
  CHECK_FALSE(error.passed());
  CHECK_FALSE(dot.passed());
}

TEST_CASE("check-gradient: memory that is not there is told with the need") {
  ForwardOptions options;
  options.memory_bytes = 1U << 20U;
  std::string said;
  try {
    check(ring_spec(), options);
  } catch (const Error& error) {
    said = error.what();
  }
  CHECK_HOLDS(said, "keeping every step of a shot in double takes");
}
