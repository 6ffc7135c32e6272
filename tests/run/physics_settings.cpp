#include "run/physics_settings.hpp"

#include <doctest/doctest.h>

#include "run/forward_fixture.hpp"
#include "run/problem_setup.hpp"

using namespace stride;
using namespace stride::run;
namespace acoustic = stride::physics::acoustic;
using stride::run::test::ring_spec;

namespace {

struct Outcome {
  Physics physics;
  std::string text;
};

Outcome check(const std::string& text) {
  const stride::test::Folder folder;
  spec::Diagnostics diagnostics;
  const spec::Spec spec = stride::run::test::read(text, folder, diagnostics);
  Outcome outcome;
  outcome.physics = read_physics(spec, diagnostics);
  check_physics(spec, outcome.physics, prepare_problem(spec, "", diagnostics), diagnostics);
  outcome.text = diagnostics.render(false);
  return outcome;
}

}  // namespace

TEST_CASE("physics settings: the defaults of a spec are those of the solver") {
  const Outcome outcome = check(ring_spec());
  const acoustic::Settings& settings = outcome.physics.settings;
  CHECK(outcome.text.empty());
  CHECK(settings.kernel == acoustic::Kernel::automatic);
  CHECK(settings.space_order == 10);
  CHECK(settings.boundary == acoustic::Boundary::sponge);
  CHECK(settings.interpolation == acoustic::Interpolation::linear);
  CHECK(settings.source_scaling == acoustic::SourceScaling::pressure);
  CHECK_FALSE(settings.free_surface);
  CHECK_FALSE(settings.compat_stride);
  CHECK_FALSE(outcome.physics.double_precision);
  CHECK(outcome.physics.dump.every == 0);
}

TEST_CASE("physics settings: every key arrives") {
  const Outcome outcome =
      check(ring_spec("physics: {kernel: OT4, space_order: 8, precision: f64, allow_unstable: true, boundary: pml, "
                      "free_surface: [1, high], interpolation: hicks, source_scaling: raw, diff_source: true, "
                      "dump_wavefield: {every: 7, shots: [1, 2]}}\n"));
  const acoustic::Settings& settings = outcome.physics.settings;
  CHECK(outcome.text.empty());
  CHECK(settings.kernel == acoustic::Kernel::ot4);
  CHECK(settings.space_order == 8);
  CHECK(settings.allow_unstable);
  CHECK(settings.boundary == acoustic::Boundary::pml);
  REQUIRE(settings.free_surface);
  CHECK(settings.free_surface->axis == 1);
  CHECK(settings.free_surface->high);
  CHECK(settings.interpolation == acoustic::Interpolation::hicks);
  CHECK(settings.source_scaling == acoustic::SourceScaling::raw);
  CHECK(settings.diff_source);
  CHECK(outcome.physics.double_precision);
  CHECK(outcome.physics.dump.every == 7);
  CHECK(outcome.physics.dump.shots == std::set<int>{1, 2});
}

TEST_CASE("physics settings: compat brings the reference's sponge unless a boundary is given") {
  CHECK(check(ring_spec("physics: {compat: stride}\n")).physics.settings.boundary == acoustic::Boundary::sponge_stride);
  CHECK(check(ring_spec("physics: {compat: stride, boundary: pml}\n")).physics.settings.boundary ==
        acoustic::Boundary::pml);
  CHECK(check(ring_spec("physics: {compat: stride, boundary: sponge}\n")).physics.settings.boundary ==
        acoustic::Boundary::sponge);
}

TEST_CASE("physics settings: what does not go together is told") {
  CHECK_HOLDS(check(ring_spec("physics: {attenuation_power: 2}\n")).text, "has no effect without an attenuation");
  std::string text = ring_spec("physics: {free_surface: [0, low]}\n");
  const std::string ring = "geometry: {type: elliptical, num: 8, radius: [12 mm, 14 mm]}";
  text.replace(text.find(ring), ring.size(), "geometry: {points: [[5 mm, 5 mm], [0, 20 mm]]}");
  CHECK_HOLDS(check(text).text, "location 1 at (0, 0.02) m stands on the free surface (axis 0, low face)");
  text.replace(text.find("[0, low]"), 8, "[0, high]");
  CHECK(check(text).text.empty());
  text = ring_spec("physics: {boundary: sponge_stride}\n");
  CHECK(check(text).text.empty());
  text.replace(text.find("spacing: 1 mm"), 13, "spacing: 10 m");
  text.replace(text.find("step: 0.2 us"), 12, "step: 1 ms");
  text.replace(text.find("0.15 MHz"), 8, "20 Hz");
  text.replace(text.find("[12 mm, 14 mm]"), 14, "[100 m, 100 m]");
  CHECK_HOLDS(check(text).text, "warning: physics.boundary: sponge_stride is made for ultrasound");
}
