#include "io/field_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include "io/permute.hpp"
#include "io/tree_reader.hpp"

namespace stride::io {
namespace {

Shape extended_shape(const Space& space) {
  Shape shape = space.shape;
  for (std::size_t k = 0; k < shape.size() && k < space.extra.size(); ++k) shape[k] += 2 * space.extra[k];
  return shape;
}

// "(3, 17)" of a flat index.
std::string cell_name(const Shape& shape, std::size_t index) {
  Shape cell(shape.size());
  for (std::size_t k = shape.size(); k-- > 0; index /= shape[k]) cell[k] = index % shape[k];
  return to_string(cell);
}

Array<float> read_all(const Dataset& dataset) {
  dataset.check_numeric();
  dataset.check_readable();
  Array<float> data = Array<float>::uninitialised(dataset.shape());
  dataset.read(Shape(dataset.shape().size(), 0), dataset.shape(), data.data());
  return data;
}

std::optional<Shape> stated_shape(const Group& root, const std::string& name) {
  const auto stated = root.integers(name);
  if (!stated) return std::nullopt;
  return Shape(stated->begin(), stated->end());
}

// Whether `data` is the extended domain; refuses a shape that is neither that nor the inner one.
bool judge_extent(const Group& root, const Dataset& data, const Space& space) {
  std::optional<Shape> inner = stated_shape(root, "shape"), extended = stated_shape(root, "extended_shape");
  if (!inner && space.known()) inner = space.shape;
  if (!extended && space.known()) extended = extended_shape(space);
  if (!inner || data.shape() == *inner) return false;
  if (extended && data.shape() == *extended) return true;
  throw Error(
      ErrorKind::data, data.where(),
      fmt::format("holds {}, but the file says that its shape is {}", to_string(data.shape()), to_string(*inner)),
      "if its axes are in another order, read it through a mapping that names them");
}

// Names of a mapping's axes in the order on disk.
std::vector<std::string> axes_on_disk(const Mapping& mapping, std::size_t rank) {
  std::vector<std::string> axes = mapping.axes;
  const std::vector<std::string> known = {"x", "y", "z"};
  if (axes.empty() && rank <= 3) axes.assign(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(rank));
  const std::string where = place(mapping.file, mapping.dataset);
  for (std::size_t k = 0; k < axes.size(); ++k) {
    if (std::find(known.begin(), known.end(), axes[k]) == known.end())
      throw Error(ErrorKind::usage, where, "`axes` names an unknown axis: " + axes[k],
                  "the axes of fields are x, y, z");
    if (std::find(axes.begin(), axes.begin() + static_cast<std::ptrdiff_t>(k), axes[k]) !=
        axes.begin() + static_cast<std::ptrdiff_t>(k))
      throw Error(ErrorKind::usage, where, "`axes` names one axis twice: " + axes[k]);
  }
  // A writer whose first axis varies fastest lists its axes the other way round than HDF5 does.
  if (mapping.fortran_order) std::reverse(axes.begin(), axes.end());
  return axes;
}

// For each axis in the order x, y, z, its number on disk.
std::vector<std::size_t> sorted_order(const std::vector<std::string>& axes) {
  std::vector<std::size_t> order(axes.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return axes[a] < axes[b]; });
  return order;
}

// Spacing stands in the order in which the mapping names its axes; comes out in the order x, y, z.
std::vector<double> sorted_spacing(const Mapping& mapping, const std::vector<std::string>& axes,
                                   const std::vector<std::size_t>& order) {
  std::vector<double> spacing = mapping.spacing_m;
  if (spacing.size() == 1) spacing.assign(axes.size(), spacing[0]);
  if (spacing.size() != axes.size())
    throw Error(ErrorKind::usage, place(mapping.file, mapping.dataset),
                fmt::format("`spacing` has {} values for {} axes", spacing.size(), axes.size()));
  if (mapping.fortran_order) std::reverse(spacing.begin(), spacing.end());
  std::vector<double> sorted;
  sorted.reserve(order.size());
  for (const std::size_t axis : order) sorted.push_back(spacing[axis]);
  return sorted;
}

// Conversions to m/s, and to kg/m3, of one value.
std::function<double(double)> conversion(const Mapping& mapping) {
  if (mapping.convert.empty()) return nullptr;
  if (mapping.convert == "slowness_squared") return [](double m) { return 1000 / std::sqrt(m); };
  if (mapping.convert == "slowness") return [](double s) { return 1000 / s; };
  if (mapping.convert == "km_s" || mapping.convert == "g_cm3") return [](double v) { return 1000 * v; };
  throw Error(ErrorKind::usage, place(mapping.file, mapping.dataset), "`convert` is unknown: " + mapping.convert,
              "known are slowness_squared, slowness, km_s and g_cm3");
}

void convert_values(const Mapping& mapping, const Group& root, Array<float>& data) {
  const auto convert = conversion(mapping);
  double scale = 1;
  if (mapping.scale) {
    const auto* path = std::get_if<std::string>(&*mapping.scale);
    scale = path == nullptr ? std::get<double>(*mapping.scale) : read_number_at(root, *path);
  }
  if (!convert && scale == 1) return;
  for (std::size_t i = 0; i < data.size(); ++i) {
    const double raw = data[i] * scale, value = convert ? convert(raw) : raw;
    if (std::isfinite(raw) && !std::isfinite(value))
      throw Error(ErrorKind::data, place(mapping.file, mapping.dataset),
                  fmt::format("cell {} is {}, which `convert: {}` cannot turn into a finite value",
                              cell_name(data.shape(), i), raw, mapping.convert));
    data[i] = static_cast<float>(value);
  }
}

// Names the first cell that is `bad`, its value, and how many there are.
template <class Bad>
void refuse_cells(const FieldFile& field, const char* wanted, Bad bad) {
  std::size_t count = 0, first = 0;
  for (std::size_t i = 0; i < field.data.size(); ++i)
    if (bad(field.data[i]) && count++ == 0) first = i;
  if (count == 0) return;
  throw Error(ErrorKind::data, place(field.file, field.hdf5_path),
              fmt::format("cell {} is {}; {} of {} cells are not {}", cell_name(field.data.shape(), first),
                          field.data[first], count, field.data.size(), wanted),
              "mend the field before it is used");
}

}  // namespace

FieldFile read_field(const std::string& file) {
  const Hdf5Lock lock;
  const File in(file);
  const Group& root = in.root();
  if (!root.has("data"))
    throw Error(ErrorKind::data, place(file, ""), "is no field file: it has no dataset /data",
                "say where the field is with a mapping: {file, dataset, axes}");
  const Dataset dataset = root.dataset("data");
  FieldFile field;
  field.file = file;
  field.hdf5_path = dataset.path();
  field.space = read_space(root);
  field.time = read_time(root);
  field.has_extra = judge_extent(root, dataset, field.space);
  field.data = read_all(dataset);
  return field;
}

FieldFile read_field(const Mapping& mapping) {
  const Hdf5Lock lock;
  const File in(mapping.file);
  const Group& root = in.root();
  if (!root.has(mapping.dataset))
    throw Error(ErrorKind::data, place(mapping.file, mapping.dataset), "no such dataset",
                "list what the file holds with: stride-cli info");
  const Dataset dataset = root.dataset(mapping.dataset);
  const std::vector<std::string> axes = axes_on_disk(mapping, dataset.shape().size());
  if (dataset.shape().empty() || axes.size() != dataset.shape().size())
    throw Error(ErrorKind::data, dataset.where(),
                fmt::format("has {} axes {}, but `axes` names {}: [{}]", dataset.shape().size(),
                            to_string(dataset.shape()), mapping.axes.size(), fmt::join(mapping.axes, ", ")),
                "name every axis in the order on disk, such as axes: [z, x]");
  const std::vector<std::size_t> order = sorted_order(axes);
  Array<float> raw = read_all(dataset);
  FieldFile field;
  field.file = mapping.file;
  field.hdf5_path = dataset.path();
  if (std::is_sorted(order.begin(), order.end())) {
    field.data = std::move(raw);
  } else {
    Shape shape;
    for (const std::size_t axis : order) shape.push_back(raw.shape()[axis]);
    field.data = Array<float>::uninitialised(shape);
    permute_axes(raw.data(), raw.shape(), order, field.data.data());
  }
  convert_values(mapping, root, field.data);
  field.space = read_space(root);
  field.time = read_time(root);
  if (!mapping.spacing_m.empty()) {
    const Shape& shape = field.data.shape();
    field.space = {shape, sorted_spacing(mapping, axes, order), Shape(shape.size(), 0), Shape(shape.size(), 0)};
  }
  return field;
}

void check_field_shape(const FieldFile& field, const Space& space) {
  const Shape wanted = field.has_extra ? extended_shape(space) : space.shape;
  if (field.data.shape() == wanted) return;
  const bool transposed = field.data.shape() == Shape(wanted.rbegin(), wanted.rend());
  throw Error(ErrorKind::data, place(field.file, field.hdf5_path),
              fmt::format("has the shape {}, but {} is {}", to_string(field.data.shape()),
                          field.has_extra ? "the space with its extra cells" : "the space", to_string(wanted)),
              transposed ? "it looks transposed: read it through a mapping that names its axes, such as axes: [z, x]"
                         : "give another file, or mend `space.shape`");
}

void check_field_values(const FieldFile& field, bool positive) {
  refuse_cells(field, positive ? "positive and finite" : "finite",
               [positive](float value) { return !std::isfinite(value) || (positive && value <= 0); });
}

void check_field_not_negative(const FieldFile& field) {
  refuse_cells(field, "finite and 0 or above", [](float value) { return !std::isfinite(value) || value < 0; });
}

}  // namespace stride::io
