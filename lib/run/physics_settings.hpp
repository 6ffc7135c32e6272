// The `physics:` of a spec as the solver takes it.
#pragma once

#include <cstddef>
#include <optional>
#include <set>

#include "physics/acoustic/settings.hpp"
#include "problem/problem.hpp"
#include "spec/diagnostics.hpp"
#include "spec/spec.hpp"

namespace stride::run {

// Snapshots that `physics.dump_wavefield` asks for.
struct WavefieldDump {
  std::size_t every = 0;  // samples; 0: none
  std::set<int> shots;
};

struct Physics {
  physics::acoustic::Settings settings;
  bool double_precision = false;
  WavefieldDump dump;
};

// Reads checked values; compat: stride brings its sponge along unless a boundary is given. An attenuation_power without
// medium.alpha is a warning.
Physics read_physics(const spec::Spec& spec, spec::Diagnostics& diagnostics);

// What physics and problem do not allow together. Errors: a point on the free surface with linear interpolation, a dump
// of a shot that is not there. Warning: sponge_stride away from the scale it is made for. Its damping is 7 dt vp^2
// (dt in s, vp in m/s) times that of `sponge`, which is near one for ultrasound on cells of tenths of a millimetre, and
// thousands on cells of metres, where the layer reflects as a wall; outside of 1/4 to 4 it is warned of.
void check_physics(const spec::Spec& spec, const Physics& physics, const problem::Problem& problem,
                   spec::Diagnostics& diagnostics);

}  // namespace stride::run
