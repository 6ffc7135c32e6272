#include "physics/acoustic/stability.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/error.hpp"
#include "physics/waves.hpp"

using namespace stride;
using namespace stride::test;

namespace {

WaveShot centre_shot(const WaveProblem& problem, double f0_hz) {
  std::vector<double> middle, beside;
  for (std::size_t axis = 0; axis < problem.space.dim(); ++axis) {
    const double length = static_cast<double>(problem.space.shape[axis] - 1) * problem.space.spacing_m[axis];
    middle.push_back(std::floor(static_cast<double>(problem.space.shape[axis]) / 2) * problem.space.spacing_m[axis]);
    beside.push_back(0.3 * length);
  }
  return {{middle}, {beside}, {ricker_wavelet(problem, f0_hz)}};
}

double peak_after(const WaveProblem& problem, double f0_hz) {
  return peak_of(run_waves<float>(problem, centre_shot(problem, f0_hz)));
}

std::string failure(const WaveProblem& problem) {
  try {
    run_waves<float>(problem, centre_shot(problem, 0.05 / problem.dt_s));
  } catch (const Error& e) {
    CHECK(e.kind() == ErrorKind::failed);
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("stability: at Courant 0.513 OT2 is left for OT4, and five points per wavelength are asked for") {
  WaveProblem problem = uniform_problem({40, 40}, 114e-6, 0, 5850, 0.5, 10);
  problem.dt_s = 10e-9;
  problem.vp[3] = 1500;
  const ac::Stability s = stability_of(problem);
  CHECK(s.kernel == ac::Kernel::ot4);
  CHECK(s.stable);
  CHECK(s.courant == doctest::Approx(0.513).epsilon(1e-3));
  CHECK(s.ot2_limit_s == doctest::Approx(8.77e-9).epsilon(1e-3));
  CHECK(s.ot4_limit_s == doctest::Approx(15.8e-9).epsilon(2e-3));
  CHECK(ac::points_per_wavelength(s, problem.space, 5e6) == doctest::Approx(2.63).epsilon(1e-3));
  CHECK(ac::dispersion_warning(s, problem.space, 5e6).find("2.63 points per wavelength") != std::string::npos);
  CHECK(ac::dispersion_warning(s, problem.space, 1e6) == "");

  problem.settings.kernel = ac::Kernel::ot2;
  const ac::Stability forced = stability_of(problem);
  CHECK(!forced.stable);
  const std::string text = ac::stability_error(forced, problem.dt_s, problem.settings);
  CHECK(text.find("unstable with kernel OT2") != std::string::npos);
  CHECK(text.find("8.77") != std::string::npos);
  problem.settings.allow_unstable = true;
  CHECK(ac::stability_error(forced, problem.dt_s, problem.settings) == "");
  problem.settings = {};
  problem.dt_s = 16e-9;
  CHECK(ac::stability_error(stability_of(problem), problem.dt_s, problem.settings).find("1.57") != std::string::npos);
}

TEST_CASE("stability: limits use the number of dimensions, and the largest eigenvalue where spacings differ") {
  const auto limit = [](const Shape& shape, double stretch) {
    WaveProblem problem = uniform_problem(shape, 1e-3, 0, 1500, 0.1, 10);
    problem.space.spacing_m[0] *= stretch;
    return stability_of(problem).ot2_limit_s * 1500 / 1e-3;
  };
  CHECK(limit({20, 20}, 1) == doctest::Approx(2 / std::numbers::pi / std::sqrt(2.0)));
  CHECK(limit({20, 20, 20}, 1) == doctest::Approx(2 / std::numbers::pi / std::sqrt(3.0)));
  // Between the true limits of one dimension and two.
  CHECK(limit({20, 20}, 4) > 0.55);
  CHECK(limit({20, 20}, 4) < 0.76547);
}

TEST_CASE("stability: at their own limits OT2 and OT4 do not blow up, for equal and unequal spacings") {
  for (const ac::Kernel kernel : {ac::Kernel::ot2, ac::Kernel::ot4})
    for (const double stretch : {1.0, 3.0}) {
      WaveProblem problem = uniform_problem({30, 70}, 1e-3, 0, 1500, 0.1, 3000);
      problem.space.spacing_m[0] *= stretch;
      problem.settings.kernel = kernel;
      const ac::Stability s = stability_of(problem);
      problem.dt_s = kernel == ac::Kernel::ot2 ? s.ot2_limit_s : s.ot4_limit_s;
      CAPTURE(stretch);
      CAPTURE(ac::to_string(kernel));
      WaveProblem brief = problem;
      brief.samples = 300;
      CHECK(peak_after(problem, 0.05 / problem.dt_s) < 10 * peak_after(brief, 0.05 / problem.dt_s));
    }
}

TEST_CASE("stability: a density contrast lowers the limit, and at 0.99 of it 5000 steps stay finite") {
  for (const ac::Kernel kernel : {ac::Kernel::ot2, ac::Kernel::ot4}) {
    WaveProblem problem = uniform_problem({32, 32}, 1e-3, 0, 1500, 0.1, 5000);
    problem.settings.kernel = kernel;
    problem.rho.assign(problem.vp.size(), 1000);
    for (std::size_t i = 12; i < 20; ++i)
      for (std::size_t j = 12; j < 20; ++j) problem.rho[i * 32 + j] = (i + j) % 2 == 0 ? 1 : 3000;
    const ac::Stability s = stability_of(problem);
    problem.dt_s = 0.99 * (kernel == ac::Kernel::ot2 ? s.ot2_limit_s : s.ot4_limit_s);
    CHECK(s.rule == "largest eigenvalue");
    CHECK(s.courant / 0.1 * s.ot2_limit_s * 1500 / 1e-3 < 0.45);
    // The contrast makes the step so small that waves need a while to spread; then nothing may grow.
    const Array<float> trace = run_waves<float>(problem, centre_shot(problem, 0.02 / problem.dt_s));
    const std::vector<double> all = row_of(trace, 0);
    const std::vector<double> middle(all.begin() + 2500, all.begin() + 3750), late(all.begin() + 3750, all.end());
    CHECK(peak_of(middle) > 0);
    CHECK(peak_of(late) < 3 * peak_of(middle));
  }
}

TEST_CASE("stability: an allowed unstable run stays finite below the true limit, and is stopped beyond it") {
  WaveProblem problem = uniform_problem({40, 40}, 1e-3, 0, 1500, 0.53, 20000);
  problem.settings.kernel = ac::Kernel::ot2;
  problem.settings.allow_unstable = true;
  CHECK(!stability_of(problem).stable);
  CHECK(failure(problem) == "");
  problem.dt_s = 0.56 * 1e-3 / 1500;
  const std::string text = failure(problem);
  CHECK(text.find("shot 7: the wave field is no longer finite at sample") != std::string::npos);
  CHECK(text.find("unstable") != std::string::npos);
}
