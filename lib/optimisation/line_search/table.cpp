#include "optimisation/line_search/line_search.hpp"

#include "core/named.hpp"

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
  return find_named(all_line_searches(), name);
}

}  // namespace stride::optimisation
