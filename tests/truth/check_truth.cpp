// Holds the wave solver to what is true of waves: exact traces, orders of convergence, reflections, energy, losses.
//   check_truth [traces|reflections|stability|losses]...      (all without an argument; minutes)
#include <cstring>
#include <functional>
#include <map>

#include "truth/table.hpp"

int main(int argc, char** argv) {
  using namespace stride::truth;
  const std::map<std::string, std::function<void(Table&)>> parts{{"traces", check_traces},
                                                                 {"reflections", check_reflections},
                                                                 {"stability", check_stability},
                                                                 {"losses", check_losses}};
  Table table;
  try {
    for (int n = 1; n < argc; ++n)
      if (parts.count(argv[n]) == 0) {
        fmt::print(stderr, "usage: check_truth [traces|reflections|stability|losses]...\n");
        return 2;
      }
    for (const auto& [name, check] : parts) {
      bool wanted = argc == 1;
      for (int n = 1; n < argc; ++n) wanted = wanted || name == argv[n];
      if (wanted) check(table);
    }
  } catch (const std::exception& e) {
    fmt::print(stderr, "error: {}\n", e.what());
    return 1;
  }
  fmt::print("\n{} figures, {} failed\n", table.lines(), table.failed());
  return table.failed() == 0 ? 0 : 1;
}
