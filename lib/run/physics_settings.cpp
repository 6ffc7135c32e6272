#include "run/physics_settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "problem/acquisitions.hpp"
#include "problem/setup_geometry.hpp"

namespace stride::run {
namespace {

using physics::acoustic::Boundary;
using physics::acoustic::FreeSurface;
using physics::acoustic::Interpolation;
using physics::acoustic::Kernel;
using physics::acoustic::Settings;
using physics::acoustic::SourceScaling;

Kernel kernel_of(const std::string& text) {
  return text == "OT2" ? Kernel::ot2 : text == "OT4" ? Kernel::ot4 : Kernel::automatic;
}

Boundary boundary_of(const spec::Values& physics) {
  const std::string& text = physics.text("boundary");
  if (text == "pml") return Boundary::pml;
  if (text == "sponge_stride") return Boundary::sponge_stride;
  const bool chosen = physics.given("boundary");
  return physics.text("compat") == "stride" && !chosen ? Boundary::sponge_stride : Boundary::sponge;
}

// [axis, face]; what is no such pair was told when the spec was read.
std::optional<FreeSurface> free_surface_of(const spec::Values& physics) {
  if (!physics.has("free_surface")) return std::nullopt;
  const auto& pair = physics.texts("free_surface");
  if (pair.size() != 2 || pair[0].size() != 1 || pair[0][0] < '0' || pair[0][0] > '2') return std::nullopt;
  return FreeSurface{static_cast<std::size_t>(pair[0][0] - '0'), pair[1] == "high"};
}

WavefieldDump dump_of(const spec::Spec& spec) {
  const auto found = spec.nested.find("physics.dump_wavefield");
  if (found == spec.nested.end() || !found->second.has("every") || !found->second.has("shots")) return {};
  WavefieldDump dump;
  dump.every = static_cast<std::size_t>(found->second.integer("every"));
  for (const std::int64_t id : found->second.integers("shots")) dump.shots.insert(static_cast<int>(id));
  return dump;
}

void check_surface_points(const spec::Spec& spec, const Settings& settings, const problem::Problem& problem,
                          spec::Diagnostics& diagnostics) {
  if (!settings.free_surface || settings.interpolation != Interpolation::linear) return;
  const auto [axis, high] = *settings.free_surface;
  if (axis >= problem.space.dim()) return;
  const double face_m = high ? static_cast<double>(problem.space.shape[axis] - 1) * problem.space.spacing_m[axis] : 0.0;
  for (const int id : problem::used_ids(problem.shots)) {
    const auto found = problem.geometry.locations().find(id);
    if (found == problem.geometry.locations().end() || found->second.size() <= axis) continue;
    if (std::abs(found->second[axis] - face_m) > 1e-6 * problem.space.spacing_m[axis]) continue;
    diagnostics.error(problem::geometry_where(spec), "geometry",
                      fmt::format("location {} at ({:g}) m stands on the free surface (axis {}, {} face), where the "
                                  "pressure is zero: place it below, or write physics: {{interpolation: hicks}}",
                                  id, fmt::join(found->second, ", "), axis, high ? "high" : "low"));
    return;
  }
}

void check_dump(const spec::Spec& spec, const WavefieldDump& dump, const problem::Problem& problem,
                spec::Diagnostics& diagnostics) {
  if (dump.every == 0 || problem.shots.empty()) return;
  const spec::Values& values = spec.nested.at("physics.dump_wavefield");
  const std::string path = "physics.dump_wavefield.";
  for (const int id : dump.shots) {
    const auto shot = std::find_if(problem.shots.begin(), problem.shots.end(),
                                   [id](const problem::Shot& known) { return known.id == id; });
    if (shot == problem.shots.end())
      diagnostics.error(values.where("shots"), path + "shots",
                        fmt::format("there is no shot {}; the ids go from {} to {}", id, problem.shots.front().id,
                                    problem.shots.back().id));
    else if (shot->observed)
      diagnostics.warning(values.where("shots"), path + "shots",
                          fmt::format("shot {} has its traces already and is not run: no snapshots of it", id));
  }
  if (problem.time.num > 2 && dump.every > problem.time.num - 2)
    diagnostics.error(values.where("every"), path + "every",
                      fmt::format("is {}, but the record's last step is sample {}: there would be no snapshot",
                                  dump.every, problem.time.num - 2));
}

void check_sponge_scale(const spec::Spec& spec, const Settings& settings, const problem::Problem& problem,
                        spec::Diagnostics& diagnostics) {
  if (settings.boundary != Boundary::sponge_stride || problem.medium.vp.empty()) return;
  const double vp_max = *std::max_element(problem.medium.vp.begin(), problem.medium.vp.end());
  const double ratio = 7 * problem.time.step_s * vp_max * vp_max;
  if (ratio >= 0.25 && ratio <= 4) return;
  const bool by_compat = !spec.physics.given("boundary");
  diagnostics.warning(
      spec.physics.where(by_compat ? "compat" : "boundary"), by_compat ? "physics.compat" : "physics.boundary",
      fmt::format("sponge_stride is made for ultrasound on cells of tenths of a millimetre: here it damps {:.3g} times "
                  "as strongly as `sponge` and {}; write boundary: sponge or pml",
                  ratio, ratio > 1 ? "reflects much of what should leave" : "lets much through to the outer face"));
}

}  // namespace

Physics read_physics(const spec::Spec& spec, spec::Diagnostics& diagnostics) {
  const spec::Values& values = spec.physics;
  Physics physics;
  Settings& settings = physics.settings;
  settings.kernel = kernel_of(values.text("kernel"));
  settings.space_order = std::stoi(values.text("space_order"));
  settings.allow_unstable = values.boolean("allow_unstable");
  settings.boundary = boundary_of(values);
  settings.free_surface = free_surface_of(values);
  settings.interpolation = values.text("interpolation") == "hicks" ? Interpolation::hicks : Interpolation::linear;
  settings.source_scaling = values.text("source_scaling") == "raw" ? SourceScaling::raw : SourceScaling::pressure;
  settings.diff_source = values.boolean("diff_source");
  settings.attenuation_power = std::stoi(values.text("attenuation_power"));
  settings.compat_stride = values.text("compat") == "stride";
  physics.double_precision = values.text("precision") == "f64";
  physics.dump = dump_of(spec);
  if (values.given("attenuation_power") && !spec.medium.contains("alpha"))
    diagnostics.warning(values.where("attenuation_power"), "physics.attenuation_power",
                        "has no effect without an attenuation: give medium: {alpha: ...}, or remove it");
  return physics;
}

void check_physics(const spec::Spec& spec, const Physics& physics, const problem::Problem& problem,
                   spec::Diagnostics& diagnostics) {
  check_surface_points(spec, physics.settings, problem, diagnostics);
  check_dump(spec, physics.dump, problem, diagnostics);
  check_sponge_scale(spec, physics.settings, problem, diagnostics);
}

}  // namespace stride::run
