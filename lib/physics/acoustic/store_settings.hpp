// How the forward field is kept for the adjoint.
#pragma once

#include <cstddef>

namespace stride::physics::acoustic {

// native: as it is stepped. f16 and bf16: two bytes per cell, each snapshot scaled by a power of two so that its
// largest value is just below 2^15.
enum class StoredPrecision { native, f16, bf16 };

struct StoreSettings {
  std::size_t undersample = 1;  // every k-th step is kept
  StoredPrecision precision = StoredPrecision::native;
};

// Steps between two snapshots that resolve a field up to `f_max_hz`: int(1 / (4 f_max dt)), held in 4..10.
std::size_t automatic_undersample(double f_max_hz, double dt_s);

}  // namespace stride::physics::acoustic
