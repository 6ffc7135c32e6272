// Random numbers that are the same on every machine: SplitMix64 seeding xoshiro256** (Blackman and Vigna, 2018).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace stride {

// Not shared between threads: give each its own, seeded from the run's seed and an index.
class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0);

  std::uint64_t next();
  double uniform();                          // in [0, 1)
  double normal();                           // mean 0, standard deviation 1 (Box-Muller)
  std::uint64_t below(std::uint64_t bound);  // in [0, bound), unbiased; bound > 0
  std::vector<std::size_t> permutation(std::size_t n);

  // Full state, for checkpoints.
  std::array<std::uint64_t, 4> state() const { return state_; }

 private:
  std::array<std::uint64_t, 4> state_{};
  bool has_spare_ = false;
  double spare_ = 0;
};

}  // namespace stride
