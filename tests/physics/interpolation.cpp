#include "physics/acoustic/interpolation.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "physics/acoustic/propagator.hpp"

using namespace stride;
using namespace stride::physics::acoustic;

namespace {

const Space plane{{24, 20}, {0.5e-3, 0.5e-3}, {6, 6}, {6, 6}};

std::vector<Stencil> stencils(const std::vector<std::vector<double>>& at, Interpolation kind,
                              const Space& space = plane, std::optional<FreeSurface> surface = std::nullopt,
                              PointRole role = PointRole::receiver) {
  Settings settings;
  settings.interpolation = kind;
  settings.free_surface = surface;
  Points points;
  points.coordinates_m = at;
  for (std::size_t n = 0; n < at.size(); ++n) points.ids.push_back(static_cast<int>(n + 10));
  return interpolate(points, role, space, make_layout(space, settings, 4), settings);
}

double sum(const Stencil& s) {
  return std::accumulate(s.weights.begin(), s.weights.end(), 0.0);
}

std::string refusal(const std::vector<double>& at, Interpolation kind,
                    std::optional<FreeSurface> surface = std::nullopt) {
  try {
    stencils({at}, kind, plane, surface);
  } catch (const Error& e) {
    CHECK(e.kind() == ErrorKind::data);
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("interpolation: linear weights sum to 1 anywhere, faces and corners included") {
  for (const auto& s : stencils({{0, 0},
                                 {11.5e-3, 9.5e-3},
                                 {3e-3, 4e-3},
                                 {3e-3, 4.25e-3},
                                 {3e-3 + 1e-9, 4.25e-3 - 1e-9},
                                 {11.5e-3, 0.1e-3},
                                 {5.17e-3, 6.61e-3}},
                                Interpolation::linear))
    CHECK(sum(s) == doctest::Approx(1).epsilon(1e-12));
  const Stencil node = stencils({{3e-3, 4e-3}}, Interpolation::linear)[0];
  CHECK(node.weights == std::vector<double>{1});
  CHECK(node.offsets[0] == make_layout(plane, {}, 4).offset(0, 6 + 6, 6 + 8));
  const Stencil edge = stencils({{3e-3, 4.25e-3}}, Interpolation::linear)[0];
  CHECK(edge.weights.size() == 2);
  CHECK(edge.weights[0] == doctest::Approx(0.5));
}

TEST_CASE("interpolation: Hicks weights sum to 0.997 to 1 per axis and are a node's own on a node") {
  for (int n = 0; n < 100; ++n) {
    const auto w = hicks_weights(n / 100.0);
    const double total = std::accumulate(w.begin(), w.end(), 0.0);
    CHECK(total > 0.9965);
    CHECK(total < 1.0005);
  }
  const Stencil node = stencils({{3e-3, 4e-3}}, Interpolation::hicks)[0];
  double at_node = 0, elsewhere = 0;
  for (std::size_t n = 0; n < node.offsets.size(); ++n)
    if (node.offsets[n] == make_layout(plane, {}, 4).offset(0, 12, 14))
      at_node = node.weights[n];
    else
      elsewhere = std::max(elsewhere, std::abs(node.weights[n]));
  CHECK(at_node == doctest::Approx(1));
  CHECK(elsewhere < 1e-12);
}

TEST_CASE("interpolation: Hicks reads a wave of eight points off the grid to 1 %, linear does not") {
  const Layout l = make_layout(plane, {}, 4);
  const double k = 2 * 3.14159265358979 / 8;
  const auto wave = [&](double i, double j) { return std::cos(k * (0.8 * i + 0.6 * j) + 0.3); };
  std::vector<double> field(l.size);
  for (std::size_t i = 0; i < l.cells[1]; ++i)
    for (std::size_t j = 0; j < l.cells[2]; ++j)
      field[l.offset(0, i, j)] = wave(static_cast<double>(i) - 6, static_cast<double>(j) - 6);
  const auto worst = [&](Interpolation kind) {
    double error = 0;
    for (const double x : {2.5, 7.13, 0.0, 23.0})
      for (const double y : {3.5, 0.21, 19.0, 8.77}) {
        const Stencil s = stencils({{x * 0.5e-3, y * 0.5e-3}}, kind)[0];
        double value = 0;
        for (std::size_t n = 0; n < s.offsets.size(); ++n) value += s.weights[n] * field[s.offsets[n]];
        error = std::max(error, std::abs(value - wave(x, y)));
      }
    return error;
  };
  CHECK(worst(Interpolation::hicks) < 1e-2);
  CHECK(worst(Interpolation::linear) > 3e-2);
}

TEST_CASE("interpolation: a point outside is refused with its location, coordinates and limits") {
  for (const Interpolation kind : {Interpolation::linear, Interpolation::hicks}) {
    const std::string text = refusal({-0.1e-3, 2e-3}, kind);
    CHECK(text.find("receiver at location 10") != std::string::npos);
    CHECK(text.find("(-0.0001, 0.002) m") != std::string::npos);
    CHECK(text.find("0 to 0.0115, 0 to 0.0095 m") != std::string::npos);
    CHECK(refusal({11.5e-3, 9.51e-3}, kind) != "");
    CHECK(refusal({std::nan(""), 2e-3}, kind) != "");
    CHECK(refusal({11.5e-3, 9.5e-3}, kind) == "");
  }
}

TEST_CASE(
    "interpolation: at a free surface Hicks weights are those of the odd image, linear points on it are refused") {
  const FreeSurface low{0, false}, high{1, true};
  CHECK(refusal({0, 2e-3}, Interpolation::linear, low).find("free surface") != std::string::npos);
  CHECK(refusal({2e-3, 9.5e-3}, Interpolation::linear, high).find("free surface") != std::string::npos);
  CHECK(refusal({0.1e-3, 2e-3}, Interpolation::linear, low) == "");
  // An odd field sampled with folded weights is the odd field sampled beyond the surface as well.
  const Layout l = [&] {
    Settings settings;
    settings.free_surface = low;
    return make_layout(plane, settings, 4);
  }();
  const auto odd = [](double i, double j) { return std::sin(0.5 * i) * std::cos(0.4 * j); };
  std::vector<double> field(l.size);
  for (std::size_t i = 0; i < l.cells[1]; ++i)
    for (std::size_t j = 0; j < l.cells[2]; ++j)
      field[l.offset(0, i, j)] = odd(static_cast<double>(i), static_cast<double>(j) - 6);
  for (const double depth : {0.0, 0.3, 1.0, 1.7, 2.4}) {
    const Stencil s = stencils({{depth * 0.5e-3, 5.4 * 0.5e-3}}, Interpolation::hicks, plane, low)[0];
    double folded = 0, whole = 0;
    for (std::size_t n = 0; n < s.offsets.size(); ++n) folded += s.weights[n] * field[s.offsets[n]];
    const auto wx = hicks_weights(depth - std::floor(depth)), wy = hicks_weights(5.4 - 5);
    for (std::size_t a = 0; a < 7; ++a)
      for (std::size_t b = 0; b < 7; ++b)
        whole += wx[a] * wy[b] * odd(std::floor(depth) - 3 + double(a), 5 - 3 + double(b));
    CHECK(folded == doctest::Approx(whole).epsilon(1e-9));
  }
}

TEST_CASE("interpolation: reading and writing are transposes: 19 points on a line over an 11 x 11 grid") {
  const Space unit{{11, 11}, {0.1, 0.1}, {0, 0}, {0, 0}};
  std::vector<std::vector<double>> line;
  for (int n = 0; n < 19; ++n) line.push_back({0.05 + 0.85 * n / 18, 0.01 + 0.79 * n / 18});
  const auto read = stencils(line, Interpolation::linear, unit);
  const auto written = stencils(line, Interpolation::linear, unit, std::nullopt, PointRole::source);
  std::vector<double> injected(make_layout(unit, {}, 4).size);
  double interpolated = 0;
  for (std::size_t p = 0; p < line.size(); ++p) {
    for (const double weight : read[p].weights) interpolated += 1.2 * weight * 27;
    for (std::size_t n = 0; n < written[p].offsets.size(); ++n)
      injected[written[p].offsets[n]] += 1.2 * written[p].weights[n];
  }
  CHECK(interpolated == doctest::Approx(615.6).epsilon(1e-12));
  CHECK(27 * std::accumulate(injected.begin(), injected.end(), 0.0) == doctest::Approx(615.6).epsilon(1e-12));
}
