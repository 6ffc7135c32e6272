#include "optimisation/line_search/line_search.hpp"

namespace stride::optimisation {

const std::vector<LineSearchInfo>& all_line_searches() {
  static const std::vector<LineSearchInfo> table = {
      {"parabolic", "brackets the minimum, then tries the vertex of a parabola", false, parabolic},
      {"backtracking", "halves the step until the loss decreases enough (Armijo)", false, backtracking},
      {"wolfe", "looks for enough decrease and a flat enough slope (strong Wolfe)", true, wolfe},
  };
  return table;
}

const LineSearchInfo* find_line_search(const std::string& name) {
  for (const LineSearchInfo& info : all_line_searches())
    if (info.name == name) return &info;
  return nullptr;
}

}  // namespace stride::optimisation
