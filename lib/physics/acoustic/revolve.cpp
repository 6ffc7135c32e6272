#include "physics/acoustic/revolve.hpp"

#include <algorithm>
#include <limits>

namespace stride::physics::acoustic {
namespace {

constexpr std::uint64_t most = std::uint64_t{1} << 40U;

// (states + repeats choose states): blocks that can be reversed when none is run more than `repeats` times beforehand.
// Held at a number that no record has.
std::uint64_t reach_of(std::uint64_t states, std::uint64_t repeats) {
  const std::uint64_t fewer = std::min(states, repeats), larger = std::max(states, repeats);
  std::uint64_t product = 1;
  for (std::uint64_t k = 1; k <= fewer; ++k) {
    product = product * (larger + k) / k;
    if (product >= most / (larger + fewer)) return most;
  }
  return product;
}

// The least number of repeats for this length.
std::uint64_t repeats_for(std::uint64_t length, std::uint64_t states) {
  if (states == 1) return length - 1;
  std::uint64_t repeats = 0;
  while (reach_of(states, repeats) < length) ++repeats;
  return repeats;
}

}  // namespace

std::uint64_t revolve_advances(std::uint64_t length, std::uint64_t states) {
  if (length < 2) return 0;
  if (states == 1) return length * (length - 1) / 2;
  const std::uint64_t repeats = repeats_for(length, states);
  return repeats * length - reach_of(states + 1, repeats - 1);
}

// What is left behind the split must be within reach of one state fewer, what is before it of one repeat fewer.
std::uint64_t revolve_split(std::uint64_t length, std::uint64_t states) {
  if (states == 1) return length - 1;
  const std::uint64_t repeats = repeats_for(length, states);
  return std::min(reach_of(states, repeats - 1), length - reach_of(states - 1, repeats - 1));
}

}  // namespace stride::physics::acoustic
