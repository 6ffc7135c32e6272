#include "problem/setup_geometry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "io/transducers_file.hpp"
#include "problem/arrangements.hpp"
#include "problem/data_ref.hpp"
#include "problem/inner_domain.hpp"
#include "spec/section_reader.hpp"

namespace stride::problem {
namespace {

constexpr double max_locations = 1e7;

// `values` one per axis; one value stands for all.
std::vector<double> per_axis(const std::vector<double>& values, std::size_t dim) {
  return values.size() == 1 ? std::vector<double>(dim, values[0]) : values;
}

// Positions as they were written; empty when one of them is wrong, which reading the spec has told.
Points read_points(const spec::Node& list, std::size_t dim) {
  const spec::Key key = spec::numbers("points", spec::Unit::metres, "");
  Points points;
  for (const auto& item : list.items) {
    spec::Diagnostics told_before;
    spec::Values::Value value;
    if (!spec::read_value(*item, "geometry.points", key, told_before, value)) return {};
    points.push_back(std::get<std::vector<double>>(value));
    if (points.back().size() != dim) return {};
  }
  return points;
}

// A sphere has one radius: without any the default of the shortest axis, and unequal ones are an error.
bool settle_sphere(const spec::Values& values, std::vector<double>& radius, spec::Diagnostics& diagnostics) {
  const double smallest = *std::min_element(radius.begin(), radius.end());
  if (values.has("radius") && std::any_of(radius.begin(), radius.end(), [&](double r) { return r != smallest; })) {
    diagnostics.error(values.where("radius"), "geometry.radius",
                      "a sphere has one radius; write one, or use type: ellipsoidal");
    return false;
  }
  radius.assign(radius.size(), smallest);
  return true;
}

Points make_round(const spec::Values& values, const Space& space, spec::Diagnostics& diagnostics) {
  const std::string& type = values.text("type");
  const std::size_t dim = type == "elliptical" ? 2 : 3;
  if (space.dim() != dim || values.integers("num").size() != 1) return {};
  std::vector<double> radius = values.has("radius") ? per_axis(values.numbers("radius"), dim) : default_radius(space);
  const std::vector<double> centre = values.has("centre") ? values.numbers("centre") : domain_centre(space);
  if (radius.size() != dim || centre.size() != dim) return {};
  if (*std::min_element(radius.begin(), radius.end()) <= 0) return {};
  if (type == "sphere" && !settle_sphere(values, radius, diagnostics)) return {};
  const auto num = static_cast<std::size_t>(values.integers("num")[0]);
  return dim == 2 ? ellipse(num, radius, centre) : ellipsoid(num, radius, centre, values.number("threshold"));
}

// One location along an axis on which start and end differ could stand at either.
bool check_single(const spec::Values& values, const std::vector<std::size_t>& num, spec::Diagnostics& diagnostics) {
  const std::vector<double>&start = values.numbers("start"), &end = values.numbers("end");
  for (std::size_t k = 0; k < start.size(); ++k) {
    if (num[std::min(k, num.size() - 1)] != 1 || start[k] == end[k]) continue;
    diagnostics.error(
        values.where("num"), "geometry.num",
        fmt::format("is 1, and start and end differ on axis {}; let them be equal there, or raise num", k));
    return false;
  }
  return true;
}

Points make_straight(const spec::Values& values, const Space& space, spec::Diagnostics& diagnostics) {
  const bool is_grid = values.text("type") == "grid";
  const std::vector<double>&start = values.numbers("start"), &end = values.numbers("end");
  const std::vector<std::size_t> num(values.integers("num").begin(), values.integers("num").end());
  if (start.size() != space.dim() || end.size() != space.dim() || num.size() != (is_grid ? space.dim() : 1)) return {};
  double count = 1;
  for (const std::size_t n : num) count *= static_cast<double>(n);
  if (count > max_locations) {
    diagnostics.error(values.where("num"), "geometry.num",
                      fmt::format("makes {:g} locations; at most {:g} are admissible", count, max_locations));
    return {};
  }
  if (!check_single(values, num, diagnostics)) return {};
  return is_grid ? grid(num, start, end) : line(num[0], start, end);
}

// Whether reading the spec found all that an arrangement needs.
bool is_complete(const spec::Values& values) {
  const std::string& type = values.text("type");
  return values.has("num") && ((type != "linear" && type != "grid") || (values.has("start") && values.has("end")));
}

Points make_points(const spec::Spec& spec, spec::Diagnostics& diagnostics) {
  const spec::Values& values = spec.geometry;
  if (values.has("points")) return read_points(values.node("points"), spec.space.dim());
  if (!values.has("type") || !is_complete(values)) return {};
  const std::string& type = values.text("type");
  const bool is_straight = type == "linear" || type == "grid";
  return is_straight ? make_straight(values, spec.space, diagnostics) : make_round(values, spec.space, diagnostics);
}

std::optional<Geometry> read_file(const spec::DataRef& ref, spec::Diagnostics& diagnostics) {
  try {
    require_file(ref);
    return Geometry::from_file(ref.file);
  } catch (const Error& error) {
    report(ref, error, diagnostics);
    return std::nullopt;
  }
}

}  // namespace

std::optional<Geometry> setup_geometry(const spec::Spec& spec, spec::Diagnostics& diagnostics) {
  if (spec.geometry_file) {
    std::optional<Geometry> geometry = read_file(*spec.geometry_file, diagnostics);
    return geometry && spec.space.known() ? on_faces(*geometry, spec.space) : geometry;
  }
  if (!spec.space.known()) return std::nullopt;
  const Points points = make_points(spec, diagnostics);
  if (points.empty()) return std::nullopt;
  std::map<int, std::vector<double>> locations;
  for (std::size_t i = 0; i < points.size(); ++i) locations.emplace(static_cast<int>(i), points[i]);
  const Geometry geometry = on_faces(Geometry(std::move(locations), "geometry"), spec.space);
  check_inside(geometry, all_ids(geometry), spec.space, geometry_where(spec), ErrorKind::usage, diagnostics);
  return geometry;
}

spec::Location geometry_where(const spec::Spec& spec) {
  if (spec.geometry_file) return spec.geometry_file->where_of("file");
  return spec.geometry.where(spec.geometry.has("points") ? "points" : "type");
}

std::string check_transducers(const spec::Spec& spec, spec::Diagnostics& diagnostics) {
  if (!spec.transducers.has("file")) return "";
  const spec::DataRef ref = file_of(spec, spec.transducers, "transducers");
  try {
    require_file(ref);
    for (const auto& [id, type] : io::read_transducers(ref.file))
      if (type != "point_transducer")
        throw Error(ErrorKind::data, ref.file,
                    fmt::format("transducer {} is of the type '{}', which is not modelled", id, type),
                    "give point transducers (type point_transducer), or write transducers: default");
  } catch (const Error& error) {
    report(ref, error, diagnostics);
  }
  return ref.file;
}

}  // namespace stride::problem
