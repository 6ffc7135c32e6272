// What absorbing layers send back, over angle of incidence and thickness.
#include <cmath>

#include "physics/waves.hpp"
#include "truth/table.hpp"

namespace stride::truth {
namespace {

using test::WaveProblem;

constexpr double h = 0.5e-3, c = 1500, f0 = 0.25e6;  // twelve points per wavelength
constexpr double pi = std::numbers::pi;
constexpr int angles[] = {0, 15, 30, 45, 60};
constexpr std::size_t depth = 40;  // cells from source and receivers to the layer

struct Reflections {
  double of[std::size(angles)];
};

WaveProblem half_space(std::size_t rows, std::size_t layer, ac::Boundary boundary, ac::Kernel kernel, bool dense) {
  WaveProblem problem = test::uniform_problem({rows, 540}, h, 0, c, 0.4, 0);
  if (dense) problem.rho.assign(problem.vp.size(), 1000);
  problem.samples = static_cast<std::size_t>(105e-6 / problem.dt_s);
  problem.settings.boundary = boundary;
  problem.settings.kernel = kernel;
  problem.space.extra[0] = problem.space.absorbing[0] = layer;
  return problem;
}

// The source stands `depth` cells above the layer at the high face; for each angle a receiver at its height takes the
// specular reflection. The difference to a domain too large to reflect, over the peak of a wave that went as far as
// the reflected one, source to layer to receiver.
Reflections reflections(std::size_t layer, ac::Boundary boundary, ac::Kernel kernel, bool dense = false) {
  constexpr std::size_t rows = 240, row = rows - 1 - depth, col = 200;
  const WaveProblem with = half_space(rows, layer, boundary, kernel, dense);
  const WaveProblem open = half_space(rows + 180, 0, boundary, kernel, dense);
  test::WaveShot shot{{{row * h, col * h}}, {}, {test::ricker_wavelet(with, f0)}};
  std::vector<double> path;
  for (const int angle : angles) {
    const double along = std::round(2 * depth * std::tan(angle * pi / 180));
    shot.receivers.push_back({row * h, (col + along) * h});
    path.push_back(std::hypot(2.0 * depth, along));
  }
  const Array<float> got = test::run_waves<double>(with, shot);
  test::WaveShot far = shot;
  for (const double cells : path) far.receivers.push_back({row * h, (col + std::round(cells)) * h});
  const Array<float> want = test::run_waves<double>(open, far);
  Reflections out{};
  for (std::size_t n = 0; n < std::size(angles); ++n) {
    double difference = 0;
    for (std::size_t s = 0; s < with.samples; ++s)
      difference =
          std::max(difference, std::abs(double{got[n * with.samples + s]} - double{want[n * with.samples + s]}));
    out.of[n] = difference / test::peak_of(test::row_of(want, n + std::size(angles)));
  }
  return out;
}

std::string row_of_figures(const Reflections& r) {
  std::string text;
  for (const double value : r.of) text += fmt::format("  {:.2e}", value);
  return text;
}

}  // namespace

void check_reflections(Table& table) {
  table.heading("Reflection over the peak of a wave that went as far, 12 points per wavelength at f0");
  fmt::print("        {:32} {:>8}  {:>8}  {:>8}  {:>8}  {:>8}\n", "angle of incidence", 0, 15, 30, 45, 60);
  Reflections sponge40{}, pml20{}, pml20_ot4{};
  for (const std::size_t cells : {10U, 20U, 40U, 80U}) {
    const Reflections r = reflections(cells, ac::Boundary::sponge, ac::Kernel::ot2);
    fmt::print("        sponge, {} cells, OT2            {}\n", cells, row_of_figures(r));
    if (cells == 40) sponge40 = r;
  }
  for (const std::size_t cells : {10U, 20U, 40U}) {
    const Reflections r = reflections(cells, ac::Boundary::pml, ac::Kernel::ot2);
    fmt::print("        pml, {} cells, OT2               {}\n", cells, row_of_figures(r));
    if (cells == 20) pml20 = r;
  }
  pml20_ot4 = reflections(20, ac::Boundary::pml, ac::Kernel::ot4);
  fmt::print("        pml, 20 cells, OT4               {}\n", row_of_figures(pml20_ot4));
  const Reflections dense = reflections(20, ac::Boundary::pml, ac::Kernel::ot2, true);
  fmt::print("        pml, 20 cells, OT2, density      {}\n", row_of_figures(dense));
  table.at_most("sponge, 40 cells, normal incidence", sponge40.of[0], 0.1);
  table.at_most("pml, 20 cells, normal incidence", pml20.of[0], 1e-3);
  table.at_most("pml, 20 cells, 60 degrees", pml20.of[4], 1e-2);
  table.at_most("pml, 20 cells, density, normal incidence", dense.of[0], 1e-3);
  table.at_most("pml, 20 cells, density, 60 degrees", dense.of[4], 1e-2);
  table.at_most("pml, 20 cells, OT4, normal incidence", pml20_ot4.of[0], 1e-3);
  table.at_most("pml, 20 cells, OT4, 60 degrees", pml20_ot4.of[4], 1e-2);
}

}  // namespace stride::truth
