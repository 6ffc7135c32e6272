#include "core/closest_match.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace stride {
namespace {

std::string folded(const std::string& name) {
  std::string out;
  for (const char c : name) out += c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

// Optimal string alignment distance: insert, delete, replace, or swap of two neighbours cost one each.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  const std::size_t n = a.size(), m = b.size();
  std::vector<std::vector<std::size_t>> d(n + 1, std::vector<std::size_t>(m + 1));
  for (std::size_t i = 0; i <= n; ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= m; ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= n; ++i)
    for (std::size_t j = 1; j <= m; ++j) {
      const std::size_t replace = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[n][m];
}

}  // namespace

std::string closest_match(const std::string& name, const std::vector<std::string>& known) {
  const std::string wanted = folded(name);
  if (wanted.size() > 64) return "";
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, wanted.size() / 3) + 1;
  for (const std::string& candidate : known) {
    const std::string have = folded(candidate);
    std::size_t distance = edit_distance(wanted, have);
    // A name that only lost its beginning or end ("ProcessTrace", "filter") is near too.
    if (wanted.size() >= 4 && (have.starts_with(wanted) || wanted.starts_with(have)))
      distance = std::min<std::size_t>(distance, 2);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace stride
