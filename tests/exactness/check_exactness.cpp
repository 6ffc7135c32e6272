// Holds the gradient to being the derivative of the loss, in every combination of choices, and prints a table.
//   check_exactness [media|storage|losses|steps|penalties]...      (all without an argument; minutes)
#include <algorithm>
#include <functional>

#include "exactness/rows.hpp"

int main(int argc, char** argv) {
  using namespace stride::exactness;
  const std::vector<std::pair<std::string, std::function<void(Rows&)>>> parts{{"media", check_media},
                                                                              {"storage", check_storage},
                                                                              {"losses", check_losses},
                                                                              {"steps", check_steps},
                                                                              {"penalties", check_penalties}};
  const std::vector<std::string> asked(argv + 1, argv + argc);
  for (const std::string& name : asked)
    if (std::none_of(parts.begin(), parts.end(), [&](const auto& part) { return part.first == name; })) {
      fmt::print(stderr, "usage: check_exactness [media|storage|losses|steps|penalties]...\n");
      return 2;
    }
  Rows rows;
  try {
    for (const auto& [name, check] : parts) {
      if (!asked.empty() && std::find(asked.begin(), asked.end(), name) == asked.end()) continue;
      rows.part(name);
      check(rows);
    }
  } catch (const std::exception& e) {
    fmt::print(stderr, "error: {}\n", e.what());
    return 1;
  }
  rows.print_summary();
  return rows.failed() == 0 ? 0 : 1;
}
