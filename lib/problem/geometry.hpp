// Where transducers stand.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/space.hpp"

namespace stride::problem {

// Immutable. Coordinates are in m from node 0 of the inner domain.
class Geometry {
 public:
  // Without a location.
  Geometry() = default;
  explicit Geometry(std::map<int, std::vector<double>> locations, std::string origin);
  // Error(data) of lib/io.
  static Geometry from_file(const std::string& file);

  bool has(int id) const { return locations_.contains(id); }
  const std::map<int, std::vector<double>>& locations() const { return locations_; }
  // The file, or "geometry" for one made from a spec.
  const std::string& origin() const { return origin_; }

  // Euclidean distance of each receiver to the nearest of the sources, m. Error(data) names an id that has no location.
  std::vector<double> offsets_m(const std::vector<int>& source_ids, const std::vector<int>& receiver_ids) const;

 private:
  const std::vector<double>& at(int id) const;

  std::map<int, std::vector<double>> locations_;
  std::string origin_;
};

}  // namespace stride::problem
