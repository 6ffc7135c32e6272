// Ways of keeping the forward field: alike but for rounding, and what leaving out steps and digits costs.
#include <cstring>
#include <numeric>

#include "exactness/taylor.hpp"
#include "physics/gradient_problems.hpp"
#include "support/folder.hpp"

namespace stride::exactness {
namespace {

using test::WaveProblem;
namespace ac = physics::acoustic;

template <class Real>
double relative_l2(const Array<Real>& got, const Array<Real>& want) {
  double difference = 0, norm = 0;
  for (std::size_t n = 0; n < want.size(); ++n) {
    difference += std::pow(static_cast<double>(got[n]) - static_cast<double>(want[n]), 2);
    norm += std::pow(static_cast<double>(want[n]), 2);
  }
  return std::sqrt(difference / norm);
}

template <class Real>
double bytes_apart(const Array<Real>& got, const Array<Real>& want) {
  if (got.size() != want.size()) return static_cast<double>(want.size() * sizeof(Real));
  const auto* a = reinterpret_cast<const unsigned char*>(got.data());
  const auto* b = reinterpret_cast<const unsigned char*>(want.data());
  return std::inner_product(a, a + got.size() * sizeof(Real), b, 0.0, std::plus<>(),
                            [](unsigned char x, unsigned char y) { return x == y ? 0.0 : 1.0; });
}

struct Case {
  std::string name;
  WaveProblem problem;
  std::size_t every = 1;
  ac::StoredPrecision precision = ac::StoredPrecision::native;
  bool in_double = false;
};

template <class Real>
void add_strategies(Figures& figures, const Case& one) {
  const test::Folder folder;
  const WaveProblem& problem = one.problem;
  const auto gradient = [&](ac::StoreStrategy strategy) {
    return test::Misfit<Real>(problem, {one.every, one.precision, strategy, folder.path(), 0}).gradient();
  };
  const ac::ShotGradient<Real> memory = gradient(ac::StoreStrategy::memory);
  const auto apart = [&](const ac::ShotGradient<Real>& other) {
    return bytes_apart(other.vp, memory.vp) + bytes_apart(other.rho, memory.rho) +
           bytes_apart(other.alpha, memory.alpha) + bytes_apart(other.preconditioner, memory.preconditioner);
  };
  figures.at_most("disk: bytes unlike memory's", apart(gradient(ac::StoreStrategy::disk)), 0);
  figures.at_most("checkpoint: bytes unlike memory's", apart(gradient(ac::StoreStrategy::checkpoint)), 0);
  const bool native = one.precision == ac::StoredPrecision::native;
  if (!native || !ac::boundary_obstacle(problem.space, problem.settings, !problem.alpha.empty()).empty()) return;
  const std::string from = std::is_same_v<Real, float> ? "f32, boundary" : "f64, boundary";
  const double rounding = std::is_same_v<Real, float> ? 1e-3 : 1e-9;
  const ac::ShotGradient<Real> back = gradient(ac::StoreStrategy::boundary);
  figures.at_most(from + ": vp, relative L2 to memory's", relative_l2(back.vp, memory.vp), rounding);
  if (!problem.rho.empty())
    figures.at_most(from + ": rho, relative L2 to memory's", relative_l2(back.rho, memory.rho), rounding);
}

// Directional derivatives of single precision against that of every step in double.
void add_omissions(Figures& figures, const WaveProblem& problem, double f_max_hz) {
  const std::vector<float> d = test::direction(problem);
  const double exact = test::directional(test::Misfit<double>(problem).gradient().vp, d);
  const auto error = [&](std::size_t k, ac::StoredPrecision precision) {
    return std::abs(test::directional(test::Misfit<float>(problem, {k, precision}).gradient().vp, d) / exact - 1);
  };
  const std::size_t automatic = ac::automatic_undersample(f_max_hz, problem.dt_s);
  figures.at_most("every step, f32", error(1, ac::StoredPrecision::native), 1e-3);
  figures.at_most("every step, f16", error(1, ac::StoredPrecision::f16), 1e-2);
  figures.at_most("every step, bf16", error(1, ac::StoredPrecision::bf16), 3e-2);
  figures.at_most("auto undersampling, f32", error(automatic, ac::StoredPrecision::native), 1e-2);
  figures.at_most("auto undersampling, f16", error(automatic, ac::StoredPrecision::f16), 1e-2);
  figures.at_most("auto undersampling, bf16", error(automatic, ac::StoredPrecision::bf16), 3e-2);
  for (std::size_t k = 2; k < automatic; ++k)
    figures.at_most("scale at every k-th step over that at every step", error(k, ac::StoredPrecision::native), 1e-2);
}

std::vector<Case> cases() {
  std::vector<Case> out;
  for (const ac::Kernel kernel : {ac::Kernel::ot2, ac::Kernel::ot4}) {
    const std::string time = ac::to_string(kernel);
    WaveProblem flat = test::uniform_problem({24, 50}, 0.5e-3, 8, 1500, 0.25, 280);
    flat.vp = test::wavy_field(flat.space.shape, 1500, 0.03);
    flat.settings.kernel = kernel;
    WaveProblem cube = test::uniform_problem({13, 12, 18}, 0.5e-3, 6, 1500, 0.25, 130);
    cube.vp = test::wavy_field(cube.space.shape, 1500, 0.03);
    cube.settings.kernel = kernel;
    WaveProblem layer = flat, dense = flat, lossy = flat, pressure = flat, surface = flat;
    test::absorb_in_layer(layer);
    dense.rho = test::wavy_field(dense.space.shape, 1000, 0.2);
    test::lose_by_frequency(lossy);
    pressure.settings.source_scaling = ac::SourceScaling::pressure;
    pressure.settings.interpolation = ac::Interpolation::hicks;
    surface.settings.free_surface = ac::FreeSurface{0, false};
    const auto add = [&](const std::string& name, const WaveProblem& problem) { out.push_back({name, problem}); };
    add("2-D " + time + " sponge", flat);
    add("2-D " + time + " sponge, pressure, hicks", pressure);
    add("2-D " + time + " pml", layer);
    add("2-D " + time + " density", dense);
    add("2-D " + time + " alpha, power 2", lossy);
    add("2-D " + time + " free surface", surface);
    add("3-D " + time + " sponge", cube);
  }
  return out;
}

}  // namespace

void check_storage(Rows& rows) {
  const std::vector<Case> problems = cases();
  std::vector<Case> ways;
  for (const Case& one : problems)
    for (const bool in_double : {false, true})
      for (const std::size_t every : {1, 4})
        for (const ac::StoredPrecision precision : {ac::StoredPrecision::native, ac::StoredPrecision::f16})
          ways.push_back({fmt::format("{}, {}, every {}, {}", one.name, in_double ? "f64" : "f32", every,
                                      precision == ac::StoredPrecision::native ? "as stepped" : "f16"),
                          one.problem, every, precision, in_double});
  check_each(rows, ways, [](Figures& figures, const Case& one) {
    one.in_double ? add_strategies<double>(figures, one) : add_strategies<float>(figures, one);
  });
  // A Ricker wavelet of 0.35 MHz falls to -10 dB at 1.81 times that.
  check_each(rows, problems,
             [](Figures& figures, const Case& one) { add_omissions(figures, one.problem, 1.81 * 0.35e6); });
}

}  // namespace stride::exactness
