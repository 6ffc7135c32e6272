#include "problem/inner_domain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "core/error.hpp"
#include "problem/arrangements.hpp"

namespace stride::problem {
namespace {

// Whether `value` stands for `face`, seen over an axis of `length`.
bool is_rounded(double value, double face, double length) {
  const bool single = static_cast<double>(static_cast<float>(value)) == value;
  return std::abs(value - face) <= 1e-9 * length || (single && static_cast<float>(face) == static_cast<float>(value));
}

bool is_inside(const std::vector<double>& point, const std::vector<double>& lengths) {
  for (std::size_t k = 0; k < lengths.size(); ++k)
    if (!(point[k] >= 0 && point[k] <= lengths[k])) return false;
  return true;
}

std::string limits_text(const std::vector<double>& lengths) {
  std::vector<std::string> axes;
  for (std::size_t k = 0; k < lengths.size(); ++k)
    axes.push_back(fmt::format("0 to {:.9g} m on axis {}", lengths[k], k));
  return fmt::format("{}", fmt::join(axes, ", "));
}

}  // namespace

Geometry on_faces(const Geometry& geometry, const Space& space) {
  const std::vector<double> lengths = domain_lengths(space);
  std::map<int, std::vector<double>> locations = geometry.locations();
  for (auto& [id, point] : locations)
    for (std::size_t k = 0; k < std::min(point.size(), lengths.size()); ++k)
      for (const double face : {0.0, lengths[k]})
        if (is_rounded(point[k], face, lengths[k])) point[k] = face;
  return Geometry(std::move(locations), geometry.origin());
}

void check_inside(const Geometry& geometry, const std::set<int>& ids, const Space& space, const spec::Location& where,
                  ErrorKind kind, spec::Diagnostics& diagnostics) {
  const std::vector<double> lengths = domain_lengths(space);
  std::string first;
  std::size_t outside = 0;
  for (const int id : ids) {
    if (!geometry.has(id)) continue;
    const std::vector<double>& point = geometry.locations().at(id);
    if (point.size() != lengths.size()) {
      diagnostics.error(where, "geometry",
                        fmt::format("location {} has {} coordinates, but space.shape has {} axes; give one per axis",
                                    id, point.size(), lengths.size()),
                        kind);
      return;
    }
    if (is_inside(point, lengths)) continue;
    if (outside++ == 0) first = fmt::format("location {} at ({:.9g}) m", id, fmt::join(point, ", "));
  }
  if (outside == 0) return;
  const std::string more = outside == 1 ? "" : fmt::format(" ({} more are outside too)", outside - 1);
  diagnostics.error(where, "geometry",
                    fmt::format("{} is outside the inner domain, {}{}; move it, or enlarge space.shape", first,
                                limits_text(lengths), more),
                    kind);
}

std::set<int> all_ids(const Geometry& geometry) {
  std::set<int> ids;
  for (const auto& [id, point] : geometry.locations()) ids.insert(id);
  return ids;
}

}  // namespace stride::problem
