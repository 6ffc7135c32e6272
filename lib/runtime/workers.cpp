#include "runtime/workers.hpp"

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace stride::runtime {
namespace {

// cgroup v2: "max" or a number; 0 when there is no limit or no such file.
double first_number(std::ifstream& in) {
  std::string word;
  if (!(in >> word) || word == "max") return 0;
  try {
    return std::stod(word);
  } catch (const std::exception&) {
    return 0;
  }
}

}  // namespace

int available_threads() {
  cpu_set_t set;
  int count = 1;
  if (sched_getaffinity(0, sizeof set, &set) == 0) count = CPU_COUNT(&set);
  std::ifstream quota("/sys/fs/cgroup/cpu.max");
  const double used = first_number(quota), period = first_number(quota);
  if (used > 0 && period > 0) count = std::min(count, static_cast<int>((used + period - 1) / period));
  return std::max(count, 1);
}

std::uint64_t available_memory() {
  const auto pages = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES));
  std::uint64_t bytes = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  std::ifstream limit("/sys/fs/cgroup/memory.max");
  const double cap = first_number(limit);
  if (cap > 0) bytes = std::min(bytes, static_cast<std::uint64_t>(cap));
  return bytes;
}

std::uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace stride::runtime
