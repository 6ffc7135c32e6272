#include "io/geometry_file.hpp"

#include <fmt/format.h>

#include <cmath>

#include "io/tree_reader.hpp"

namespace stride::io {
namespace {

// Newer files: one table of coordinates, of which each location names a row.
struct Table {
  std::vector<double> values;
  std::size_t rows = 0, cols = 0;
};

std::optional<Table> read_table(const Group& root) {
  if (!root.has("coordinates")) return std::nullopt;
  const Dataset dataset = root.dataset("coordinates");
  if (dataset.shape().size() != 2)
    throw Error(ErrorKind::data, dataset.where(),
                fmt::format("has the shape {}, but a table of coordinates has 2 axes: location and x, y, z",
                            to_string(dataset.shape())));
  return Table{dataset.numbers(), dataset.shape()[0], dataset.shape()[1]};
}

std::vector<double> read_coordinates(const Group& location, const std::optional<Table>& table) {
  if (!location.has("coordinates")) throw Error(ErrorKind::data, location.where(), "has no `coordinates`");
  if (!table) return location.numbers("coordinates").value_or(std::vector<double>{});
  const std::string where = place(location.file(), location.path_of("coordinates"));
  const auto row = location.integers("coordinates");
  if (!row || row->size() != 1) throw Error(ErrorKind::data, where, "must be the number of one row of /coordinates");
  if (row->front() < 0 || static_cast<std::uint64_t>(row->front()) >= table->rows)
    throw Error(ErrorKind::data, where,
                fmt::format("is row {}, but /coordinates has {} rows", row->front(), table->rows));
  const auto first = table->values.begin() + row->front() * static_cast<std::ptrdiff_t>(table->cols);
  return {first, first + static_cast<std::ptrdiff_t>(table->cols)};
}

void check_coordinates(const Group& location, const std::vector<double>& values, std::size_t dim) {
  const std::string where = place(location.file(), location.path_of("coordinates"));
  if (values.empty() || values.size() > 3 || (dim != 0 && values.size() != dim))
    throw Error(ErrorKind::data, where,
                fmt::format("has {} values, where {} are needed", values.size(),
                            dim == 0 ? std::string("1 to 3") : std::to_string(dim)));
  for (const double value : values)
    if (!std::isfinite(value)) throw Error(ErrorKind::data, where, fmt::format("holds {}", value));
}

}  // namespace

GeometryFile read_geometry(const std::string& file) {
  const Hdf5Lock lock;
  const File in(file);
  const Group& root = in.root();
  if (!root.has("locations"))
    throw Error(ErrorKind::data, place(file, ""), "is no geometry file: it has no group /locations");
  GeometryFile geometry;
  geometry.space = read_space(root);
  const std::optional<Table> table = read_table(root);
  const Group locations = root.group("locations");
  std::size_t dim = geometry.space.dim();
  for (const ListEntry& entry : read_entries(locations)) {
    const Group location = locations.group(entry.name);
    std::vector<double> coordinates = read_coordinates(location, table);
    check_coordinates(location, coordinates, dim);
    dim = coordinates.size();
    geometry.locations.emplace(entry.id, std::move(coordinates));
  }
  if (geometry.locations.empty()) throw Error(ErrorKind::data, locations.where(), "holds no location");
  return geometry;
}

}  // namespace stride::io
