#include "problem/geometry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/error.hpp"
#include "io/geometry_file.hpp"

namespace stride::problem {

Geometry::Geometry(std::map<int, std::vector<double>> locations, std::string origin)
    : locations_(std::move(locations)), origin_(std::move(origin)) {}

Geometry Geometry::from_file(const std::string& file) {
  return Geometry(io::read_geometry(file).locations, file);
}

std::vector<double> Geometry::offsets_m(const std::vector<int>& source_ids,
                                        const std::vector<int>& receiver_ids) const {
  std::vector<double> offsets;
  offsets.reserve(receiver_ids.size());
  for (const int receiver : receiver_ids) {
    const std::vector<double>& r = at(receiver);
    double nearest = std::numeric_limits<double>::infinity();
    for (const int source : source_ids) {
      const std::vector<double>& s = at(source);
      double square = 0;
      for (std::size_t axis = 0; axis < std::min(r.size(), s.size()); ++axis)
        square += (r[axis] - s[axis]) * (r[axis] - s[axis]);
      nearest = std::min(nearest, std::sqrt(square));
    }
    offsets.push_back(nearest);
  }
  return offsets;
}

const std::vector<double>& Geometry::at(int id) const {
  const auto found = locations_.find(id);
  if (found == locations_.end())
    throw Error(ErrorKind::data, origin_, fmt::format("there is no location {}", id),
                fmt::format("it has {} locations, {} to {}", locations_.size(),
                            locations_.empty() ? 0 : locations_.begin()->first,
                            locations_.empty() ? 0 : locations_.rbegin()->first));
  return found->second;
}

}  // namespace stride::problem
