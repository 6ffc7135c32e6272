// What a step needs, and what a model and a propagator hold for it, known before either is made.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/space.hpp"
#include "physics/acoustic/layout.hpp"
#include "physics/acoustic/settings.hpp"

namespace stride::physics::acoustic {

// What the step has to hold besides the plain one, by medium and boundary.
struct StepNeeds {
  bool sponge = false;
  bool lossy = false;    // attenuation of power 0
  bool squared = false;  // of power 2
  bool damped = false;   // c1, c2 other than 2, -1
  bool by_rate = false;  // 3-D, damped by the sponge alone: one array, the rate, stands for both
  bool general = false;  // whole sweeps: density, PML, attenuation of power 2, or q that is not (1 - c2)/2
};
StepNeeds step_needs(const Space& space, const Settings& settings, bool has_rho, bool has_alpha);

struct MemoryNeed {
  std::uint64_t model = 0;       // bytes, shared by all workers
  std::uint64_t propagator = 0;  // bytes of each worker
};

MemoryNeed memory_need(const Space& space, const Settings& settings, Kernel kernel, bool has_rho, bool has_alpha,
                       std::size_t real_bytes);

// Bytes of all that the next steps follow from: u, u- and the memory of the general step, ghosts and pads left out.
std::uint64_t state_bytes(const Layout& layout, const Settings& settings, bool has_alpha, std::size_t real_bytes);

}  // namespace stride::physics::acoustic
