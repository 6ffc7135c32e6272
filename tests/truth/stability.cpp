// Long runs: what must not grow does not.
#include <cmath>

#include "physics/acoustic/memory.hpp"
#include "truth/energy.hpp"
#include "truth/table.hpp"

namespace stride::truth {
namespace {

using test::WaveProblem;

constexpr double h = 0.5e-3, c = 1500;
constexpr std::size_t steps = 20000;

test::WaveShot shot_of(const WaveProblem& problem, double f0_hz) {
  std::vector<double> source, receiver;
  for (std::size_t axis = 0; axis < problem.space.dim(); ++axis) {
    const auto cells = static_cast<double>(problem.space.shape[axis]);
    source.push_back(std::floor(cells * 0.4) * problem.space.spacing_m[axis]);
    receiver.push_back(std::floor(cells * 0.7) * problem.space.spacing_m[axis]);
  }
  return {{source}, {receiver}, {test::ricker_wavelet(problem, f0_hz)}};
}

// The largest energy at any time after the source has ended, over that at its end.
double energy_growth(const WaveProblem& problem, ac::Kernel kernel) {
  const Energy energy(problem, kernel);
  const double f0 = 0.04 / problem.dt_s;  // 25 samples per period: over after 75
  constexpr std::size_t ended = 100, every = 20;
  double first = 0, largest = 0;
  Array<float> before;
  ac::Monitor monitor;
  monitor.snapshot_every = 1;
  monitor.snapshot = [&](std::size_t n, const Array<float>& field) {
    if (n < ended) return;
    if (n % every == 0) before = field.clone();
    if (n % every != 1) return;
    const double now = energy.of(before, field);
    if (first == 0) first = now;
    largest = std::max(largest, now);
  };
  test::WaveShot shot = shot_of(problem, f0);
  std::fill(shot.wavelets[0].begin() + 80, shot.wavelets[0].end(), 0.0F);
  test::run_waves<double>(problem, shot, monitor);
  return largest / first - 1;
}

void energies(Table& table) {
  table.heading("Growth of the energy over 20,000 steps at the largest step that is admitted, 2-D");
  for (const ac::Kernel kernel : {ac::Kernel::ot2, ac::Kernel::ot4})
    for (const int which : {0, 1, 2, 3}) {
      WaveProblem problem = test::uniform_problem({40, 44}, h, which == 1 ? 12 : 0, c, 0.1, steps);
      problem.settings.kernel = kernel;
      if (which >= 2) {
        problem.rho.assign(problem.vp.size(), 1000);
        for (std::size_t i = 20; i < 23; ++i)
          for (std::size_t j = 24; j < 27; ++j) problem.rho[i * 44 + j] = 1900;
      }
      if (which == 3) problem.vp = test::wavy_field(problem.space.shape, c, 0.1);
      const ac::Stability s = test::stability_of(problem);
      problem.dt_s = kernel == ac::Kernel::ot2 ? s.ot2_limit_s : s.ot4_limit_s;
      const char* names[] = {"closed box", "sponge of 12 cells", "closed box, density 1000 with a patch of 1900",
                             "the same, velocity varied by 10 %"};
      table.at_most(fmt::format("{}, {}", ac::to_string(kernel), names[which]), energy_growth(problem, kernel), 1e-5);
    }
}

// The largest pressure of the last quarter over that of the second to fifth hundredth, or infinity.
double late_growth(const WaveProblem& problem) {
  double early = 0, late = 0;
  ac::Monitor monitor;
  monitor.snapshot_every = 50;
  monitor.snapshot = [&](std::size_t n, const Array<float>& field) {
    if (n >= steps / 50 && n < steps / 20) early = std::max(early, test::peak_of(field));
    if (n >= steps * 3 / 4) late = std::max(late, test::peak_of(field));
  };
  try {
    test::run_waves<double>(problem, shot_of(problem, 0.04 / problem.dt_s), monitor);
  } catch (const std::exception&) {
    return INFINITY;
  }
  return late / early;
}

WaveProblem with_pml(std::size_t dim, std::size_t cells, ac::Kernel kernel, double courant, int order = 10) {
  WaveProblem problem = test::uniform_problem(dim == 2 ? Shape{20, 24} : Shape{8, 9, 10}, h, cells, c, courant, steps);
  problem.settings.boundary = ac::Boundary::pml;
  problem.settings.kernel = kernel;
  problem.settings.space_order = order;
  problem.settings.allow_unstable = true;
  return problem;
}

void pml_with_ot2(Table& table) {
  table.heading(
      "PML, OT2 at its limit, 20,000 steps: largest pressure of the last 5,000 over that of steps 400 to 1000");
  for (const std::size_t cells : {10U, 20U, 40U})
    table.at_most(fmt::format("2-D, {} cells", cells),
                  late_growth(with_pml(2, cells, ac::Kernel::ot2, 2 / std::numbers::pi / std::sqrt(2.0))), 1);
  for (const int order : {4, 8, 12})
    table.at_most(fmt::format("2-D, 10 cells, order {}", order),
                  late_growth(with_pml(2, 10, ac::Kernel::ot2, 2 / std::numbers::pi / std::sqrt(2.0), order)), 1);
  table.at_most("3-D, 8 cells", late_growth(with_pml(3, 8, ac::Kernel::ot2, 2 / std::numbers::pi / std::sqrt(3.0))), 1);
}

void pml_with_ot4(Table& table) {
  table.heading("PML, OT4 at the largest Courant number admitted, 20,000 steps: the same figure");
  for (const std::size_t dim : {2U, 3U}) {
    const double limit = ac::pml_ot4_courant(dim);
    for (const std::size_t cells : {std::size_t{6}, std::size_t{10}, std::size_t{20}})
      if (dim == 2 || cells < 20)
        table.at_most(fmt::format("{}-D, {} cells, Courant {:.3f}", dim, cells, limit),
                      late_growth(with_pml(dim, cells, ac::Kernel::ot4, limit)), 1);
    for (const int order : {4, 8, 12})
      if (dim == 2)
        table.at_most(fmt::format("{}-D, 10 cells, order {}, Courant {:.3f}", dim, order, limit),
                      late_growth(with_pml(dim, 10, ac::Kernel::ot4, limit, order)), 1);
  }
}

void pml_with_density(Table& table) {
  table.heading(
      "PML and a density that varies by 20 %, 2-D, at the limit of each kernel, 20,000 steps: the same figure");
  for (const ac::Kernel kernel : {ac::Kernel::ot2, ac::Kernel::ot4}) {
    WaveProblem problem = with_pml(2, 10, kernel, ac::pml_ot4_courant(2));
    problem.rho = test::wavy_field(problem.space.shape, 1000, 0.2);
    const ac::Stability s = test::stability_of(problem);
    problem.dt_s = kernel == ac::Kernel::ot2 ? s.ot2_limit_s : std::min(problem.dt_s, s.ot4_limit_s);
    table.at_most(fmt::format("{}, Courant {:.3f}", ac::to_string(kernel), problem.dt_s * c / h), late_growth(problem),
                  1);
  }
}

void allowed_unstable(Table& table) {
  table.heading("OT2 beyond its rule, no layer, 20,000 steps, 2-D");
  for (const double courant : {0.53, 0.56}) {
    WaveProblem problem = test::uniform_problem({60, 64}, h, 0, c, courant, steps);
    problem.settings.kernel = ac::Kernel::ot2;
    problem.settings.allow_unstable = true;
    std::string stopped;
    try {
      test::run_waves<float>(problem, shot_of(problem, 0.04 / problem.dt_s));
    } catch (const std::exception& e) {
      stopped = e.what();
    }
    table.holds(fmt::format("Courant {} {}", courant, courant < 0.54 ? "stays finite" : "is stopped"),
                stopped.empty() == (courant < 0.54), stopped);
  }
}

}  // namespace

void check_stability(Table& table) {
  energies(table);
  allowed_unstable(table);
  pml_with_ot2(table);
  pml_with_ot4(table);
  pml_with_density(table);
}

}  // namespace stride::truth
