// How many threads there are to work with.
#pragma once

#include <cstdint>

namespace stride::runtime {

// Processors this process may use (its affinity mask and cgroup quota respected); at least 1.
int available_threads();

// Physical memory of the machine, or the cgroup's limit where lower, in bytes.
std::uint64_t available_memory();

// Largest resident set of this process so far, in bytes.
std::uint64_t peak_memory();

}  // namespace stride::runtime
