// `geometry` and `wavelets`; `transducers` and `acquisitions` need no more than their declarations.
#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "spec/readers.hpp"
#include "spec/scalars.hpp"
#include "spec/section_reader.hpp"

namespace stride::spec {
namespace {

std::string axes_text(std::size_t dim) {
  return std::to_string(dim) + " axes";
}

// Every point is a list of as many numbers as there are axes.
void check_points(const Node& points, std::size_t dim, Diagnostics& diagnostics) {
  const std::string path = "geometry.points";
  if (points.kind != Node::Kind::sequence || points.items.empty()) {
    diagnostics.error(points.where, path, "must be a list of positions, as in [[0, 0], [1 mm, 0]]");
    return;
  }
  const Key coordinates = numbers("points", Unit::metres, "");
  std::size_t wanted = dim;
  for (std::size_t i = 0; i < points.items.size(); ++i) {
    const Node& point = *points.items[i];
    const std::string point_path = path + "[" + std::to_string(i) + "]";
    Values::Value value;
    if (point.kind != Node::Kind::sequence) {
      diagnostics.error(point.where, point_path, "must be a list with one number per axis, as in [0, 1 mm]");
      continue;
    }
    if (!read_value(point, point_path, coordinates, diagnostics, value)) continue;
    const std::size_t count = std::get<std::vector<double>>(value).size();
    if (wanted == 0) wanted = count;
    if (count != wanted || (count != 2 && count != 3))
      diagnostics.error(point.where, point_path,
                        "has " + std::to_string(count) + " coordinates; " +
                            (wanted == 2 || wanted == 3 ? std::to_string(wanted) : std::string("2 or 3")) +
                            " are due, one per axis");
  }
}

void check_length(const Values& values, const std::string& key, std::size_t dim, bool one_is_enough,
                  Diagnostics& diagnostics) {
  if (!values.has(key) || dim == 0) return;
  const std::size_t count = key == "num" ? values.integers(key).size() : values.numbers(key).size();
  if (count == dim || (one_is_enough && count == 1)) return;
  diagnostics.error(values.where(key), "geometry." + key,
                    "has " + std::to_string(count) + (count == 1 ? " value" : " values") + "; the grid has " +
                        axes_text(dim) + ": give one per axis" + (one_is_enough ? ", or one for all" : ""));
}

// Without `radius` the arrangement keeps a margin inside the domain, which must be there.
void check_default_radius(const Values& values, const Space& space, Diagnostics& diagnostics) {
  if (values.has("radius") || !space.known()) return;
  static constexpr std::array margin_2d{15e-3, 13e-3};  // the reference's, m
  for (std::size_t i = 0; i < space.dim(); ++i) {
    const double length = static_cast<double>(space.shape[i] - 1) * space.spacing_m[i];
    const double margin = space.dim() == 2 ? margin_2d[i] : margin_2d[0];
    if (length > margin) continue;
    diagnostics.error(values.where(), "geometry.radius",
                      "is missing, and the default leaves a margin of " + format_number(margin) + " m: axis " +
                          std::to_string(i) + " is only " + format_number(length) + " m long; write the radius");
    return;
  }
}

void check_arrangement(const Values& values, const Space& space, Diagnostics& diagnostics) {
  const std::string& type = values.text("type");
  const bool is_2d = type == "elliptical", is_3d = type == "ellipsoidal" || type == "sphere";
  const std::size_t dim = space.known() ? space.dim() : is_2d ? 2 : is_3d ? 3 : 0;
  if ((is_2d && dim != 2) || (is_3d && dim != 3)) {
    diagnostics.error(values.where("type"), "geometry.type",
                      type + " is for " + axes_text(is_2d ? 2 : 3) + ", and space.shape has " + axes_text(dim) +
                          "; use " + (is_2d ? "ellipsoidal" : "elliptical"));
    return;
  }
  if (type == "grid") {
    check_length(values, "num", dim, false, diagnostics);
  } else if (values.has("num") && values.integers("num").size() != 1) {
    diagnostics.error(values.where("num"), "geometry.num", "must be one whole number for the type " + type);
  }
  check_length(values, "radius", dim, true, diagnostics);
  for (const char* key : {"centre", "start", "end"}) check_length(values, key, dim, false, diagnostics);
  if (is_2d || is_3d) check_default_radius(values, space, diagnostics);
}

}  // namespace

void read_geometry(Reading& reading, const Node& node) {
  Diagnostics& diagnostics = reading.diagnostics;
  reading.spec.geometry = read_declared(node, "geometry", "geometry", diagnostics);
  const Values& values = reading.spec.geometry;
  if (node.kind != Node::Kind::mapping) return;
  std::vector<std::string> kinds;
  for (const char* key : {"file", "points", "type"})
    if (node.find(key) != nullptr) kinds.emplace_back(key);
  if (kinds.size() != 1) {
    diagnostics.error(node.where, "geometry",
                      kinds.empty() ? "needs one of `type`, `file` and `points`"
                                    : "has both `" + kinds[0] + "` and `" + kinds[1] + "`; keep one of them");
    return;
  }
  if (values.has("type")) {
    check_arrangement(values, reading.spec.space, diagnostics);
    return;
  }
  if (kinds[0] != "type")
    for (const std::string& key : values.keys())
      if (key != kinds[0] && values.given(key))
        diagnostics.error(values.where(key), "geometry." + key, "does not go with `" + kinds[0] + "`; remove it");
  if (values.has("points")) check_points(values.node("points"), reading.spec.space.dim(), diagnostics);
  if (values.has("file")) reading.spec.geometry_file = file_ref(reading, node, values, "geometry");
}

void read_wavelets(Reading& reading, const Node& node) {
  Diagnostics& diagnostics = reading.diagnostics;
  reading.spec.wavelets = read_declared(node, "wavelets", "wavelets", diagnostics);
  const Values& values = reading.spec.wavelets;
  if (node.kind != Node::Kind::mapping) return;
  const bool has_type = node.find("type") != nullptr, has_file = node.find("file") != nullptr;
  if (has_type == has_file) {
    diagnostics.error(node.where, "wavelets",
                      has_type ? "has both `type` and `file`; keep one of them" : "needs one of `type` and `file`");
    return;
  }
  if (has_file) {
    for (const std::string& key : values.keys())
      if (key != "file" && key != "resample" && values.given(key))
        diagnostics.error(values.where(key), "wavelets." + key, "does not go with `file`; remove it");
    return;
  }
  if (!values.has("type")) return;
  if (values.given("resample"))
    diagnostics.error(values.where("resample"), "wavelets.resample", "goes with `file` only; remove it");
  const Time& time = reading.spec.time;
  const auto f_centre = values.maybe_number("f_centre");
  if (time.known() && f_centre && *f_centre * time.step_s >= 0.5)
    diagnostics.error(values.where("f_centre"), "wavelets.f_centre",
                      "is " + format_number(*f_centre) + " Hz, at or above the Nyquist frequency " +
                          format_number(0.5 / time.step_s) + " Hz of time.step; lower one of them");
}

}  // namespace stride::spec
