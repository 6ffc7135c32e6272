#include "io/geometry_writer.hpp"

#include <cassert>
#include <cstdint>

#include "core/array.hpp"
#include "io/tree_writer.hpp"

namespace stride::io {

void write_geometry(const std::string& target, bool overwrite, const std::map<int, std::vector<double>>& locations,
                    const Space& space, const Time& time, const Provenance& provenance) {
  assert(!locations.empty());
  TreeWriter tree(target, overwrite);
  const std::size_t dim = locations.begin()->second.size();
  std::vector<float> table;
  {
    const Handle group = tree.group(tree.root(), "locations");
    std::int64_t row = 0;
    for (const auto& [id, coordinates] : locations) {
      assert(coordinates.size() == dim);
      for (const double value : coordinates) table.push_back(static_cast<float>(value));
      const Handle location = tree.group(group.get(), std::to_string(id));
      tree.integer(location.get(), "coordinates", row++);
      tree.integer(location.get(), "id", id);
      tree.integer(location.get(), "transducer_id", 0);
    }
    const Handle coordinates = tree.floats(tree.root(), "coordinates", {locations.size(), dim}, "m", "location, axis");
    tree.fill(coordinates.get(), "/coordinates", table.data(), table.size());
  }
  tree.integer(tree.root(), "num_locations", static_cast<std::int64_t>(locations.size()));
  tree.grid(space, time);
  tree.provenance(provenance);
  tree.commit();
}

void write_transducers(const std::string& target, bool overwrite, const Space& space, const Time& time,
                       const Provenance& provenance) {
  TreeWriter tree(target, overwrite);
  tree.integer(tree.root(), "num_transducers", 1);
  {
    const Handle list = tree.list(tree.root(), "transducers", 1);
    const Handle transducer = tree.group(list.get(), "transducers_00000000");
    tree.integer(transducer.get(), "id", 0);
    tree.text(transducer.get(), "type", "point_transducer");
  }
  tree.grid(space, time);
  tree.provenance(provenance);
  tree.commit();
}

}  // namespace stride::io
