// What a model and a propagator hold, known before either is made.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/space.hpp"
#include "physics/acoustic/settings.hpp"

namespace stride::physics::acoustic {

struct MemoryNeed {
  std::uint64_t model = 0;       // bytes, shared by all workers
  std::uint64_t propagator = 0;  // bytes of each worker
};

MemoryNeed memory_need(const Space& space, const Settings& settings, Kernel kernel, bool has_rho, bool has_alpha,
                       std::size_t real_bytes);

// Up to this Courant number 20,000 steps of OT4 with a PML have been seen not to grow (tests/truth/stability.cpp).
double pml_ot4_courant(std::size_t dim);

}  // namespace stride::physics::acoustic
