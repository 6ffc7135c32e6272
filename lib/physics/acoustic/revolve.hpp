// The schedule that reverses a row of blocks of steps with a bounded number of saved states while taking as few steps
// again as can be (A. Griewank and A. Walther, Algorithm 799: revolve, ACM TOMS 26, 2000).
#pragma once

#include <cstddef>
#include <cstdint>

namespace stride::physics::acoustic {

// To reverse blocks one after another from the last, each must be run once more while it is recorded. With `states`
// saved at once, that before the first block among them, `length` blocks take this many runs of a block that is not
// recorded. `states` is at least 1.
std::uint64_t revolve_advances(std::uint64_t length, std::uint64_t states);

// The block before which the second of `states` states is best saved, from the first: 1 .. length - 1. `length` is at
// least 2; with one state it is the last block, and nothing is saved there.
std::uint64_t revolve_split(std::uint64_t length, std::uint64_t states);

}  // namespace stride::physics::acoustic
