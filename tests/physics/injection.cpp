#include "physics/acoustic/injection.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "physics/waves.hpp"

using namespace stride;
using namespace stride::test;

namespace {

// One trace of a source at `from` and a receiver at `to`.
Array<float> trace(const WaveProblem& problem, const std::vector<double>& from, const std::vector<double>& to) {
  return run_waves<double>(problem, {{from}, {to}, {ricker_wavelet(problem, 0.25e6)}});
}

// Exchange of source and receiver, each trace divided by the density where it is read.
double reciprocity_error(const WaveProblem& problem, const std::vector<double>& a, const std::vector<double>& b,
                         double rho_a, double rho_b) {
  Array<float> there = trace(problem, a, b), back = trace(problem, b, a);
  for (float& x : there) x = static_cast<float>(x / rho_b);
  for (float& x : back) x = static_cast<float>(x / rho_a);
  return peak_error(there, back);
}

WaveProblem varied(bool with_density, ac::Kernel kernel) {
  WaveProblem problem = uniform_problem({30, 34}, 0.5e-3, 8, 1500, 0.35, 300);
  problem.vp = wavy_field(problem.space.shape, 1500, 0.1);
  if (with_density) problem.rho = wavy_field(problem.space.shape, 1000, 0.3);
  problem.settings.kernel = kernel;
  return problem;
}

}  // namespace

TEST_CASE("injection: raw scaling is reciprocal: the source carries c^2, the trace is divided by rho") {
  for (const ac::Kernel kernel : {ac::Kernel::ot2, ac::Kernel::ot4}) {
    const WaveProblem dense = varied(true, kernel);
    const std::vector<double> a{3e-3, 4e-3}, b{11e-3, 14e-3};
    const double rho_a = dense.rho[6 * 34 + 8], rho_b = dense.rho[22 * 34 + 28];
    CHECK(std::abs(rho_a / rho_b - 1) > 0.05);
    CHECK(reciprocity_error(dense, a, b, rho_a, rho_b) < 1e-6);
    CHECK(reciprocity_error(dense, a, b, 1, 1) > 1e-2);
    WaveProblem off = varied(false, kernel);
    for (const auto kind : {ac::Interpolation::linear, ac::Interpolation::hicks}) {
      off.settings.interpolation = kind;
      CHECK(reciprocity_error(off, {3.17e-3, 4.2e-3}, {11.03e-3, 13.9e-3}, 1, 1) < 1e-6);
    }
  }
}

TEST_CASE("injection: raw scaling stays reciprocal in 3-D and with attenuation of power 0") {
  WaveProblem cube = uniform_problem({14, 15, 16}, 0.5e-3, 6, 1500, 0.3, 120);
  cube.vp = wavy_field(cube.space.shape, 1500, 0.1);
  CHECK(reciprocity_error(cube, {1e-3, 2e-3, 3e-3}, {5.2e-3, 5e-3, 4e-3}, 1, 1) < 1e-6);
  WaveProblem lossy = varied(false, ac::Kernel::ot2);
  lossy.alpha.assign(lossy.vp.size(), 5);
  CHECK(reciprocity_error(lossy, {3e-3, 4e-3}, {11e-3, 14e-3}, 1, 1) < 1e-6);
}

TEST_CASE("injection: points on nodes, edges and corners work and are reciprocal; a hair beside changes a hair") {
  const WaveProblem problem = varied(false, ac::Kernel::ot2);
  const std::vector<double> source{5e-3, 6e-3}, far{14.5e-3, 16.5e-3};
  const WaveShot shot{{source},
                      {{9e-3, 9e-3}, {9e-3 + 1e-9, 9e-3}, {9e-3, 9.25e-3}, {9e-3, 9.25e-3 + 1e-9}, {0, 0}, far},
                      {ricker_wavelet(problem, 0.25e6)}};
  const Array<float> traces = run_waves<double>(problem, shot);
  CHECK(peak_error(row_of(traces, 1), row_of(traces, 0)) < 1e-5);
  CHECK(peak_error(row_of(traces, 3), row_of(traces, 2)) < 1e-5);
  CHECK(peak_error(row_of(traces, 2), row_of(traces, 0)) > 1e-3);
  CHECK(peak_of(row_of(traces, 4)) > 0.01 * peak_of(row_of(traces, 0)));
  CHECK(peak_of(row_of(traces, 5)) > 0.01 * peak_of(row_of(traces, 0)));
  CHECK(reciprocity_error(problem, {0, 0}, far, 1, 1) < 1e-5);
  CHECK(reciprocity_error(problem, {0, 0}, source, 1, 1) < 1e-5);
  const WaveProblem fourth = varied(false, ac::Kernel::ot4);
  CHECK(reciprocity_error(fourth, {0, 0}, far, 1, 1) < 1e-5);
}

TEST_CASE("injection: source and receiver at one place, and a zero wavelet") {
  const WaveProblem problem = varied(false, ac::Kernel::ot2);
  const std::vector<double> at{5.2e-3, 6.1e-3};
  const Array<float> traces = trace(problem, at, at);
  for (const float x : traces) CHECK(std::isfinite(x));
  CHECK(peak_of(traces) > 0);
  const Array<float> nothing = run_waves<float>(problem, {{at}, {at}, {std::vector<float>(problem.samples)}});
  for (const float x : nothing) CHECK(x == 0);
}

TEST_CASE("injection: two sources add, and samples 0 and last of a trace are zero") {
  const WaveProblem problem = varied(false, ac::Kernel::ot4);
  const std::vector<double> a{5e-3, 6e-3}, b{8.3e-3, 7e-3}, r{10e-3, 3e-3};
  const auto w = ricker_wavelet(problem, 0.25e6), v = ricker_wavelet(problem, 0.4e6);
  const Array<float> both = run_waves<double>(problem, {{a, b}, {r}, {w, v}});
  const Array<float> first = run_waves<double>(problem, {{a}, {r}, {w}});
  Array<float> sum = run_waves<double>(problem, {{b}, {r}, {v}});
  for (std::size_t n = 0; n < sum.size(); ++n) sum[n] += first[n];
  CHECK(peak_error(both, sum) < 1e-6);
  CHECK(both[0] == 0);
  CHECK(both[problem.samples - 1] == 0);
  CHECK(both[problem.samples - 2] != 0);
}

TEST_CASE("injection: a pressure source adds w 2 dt c / h at once, a differentiated one dt dw/dt of it") {
  WaveProblem problem = uniform_problem({30, 30}, 0.5e-3, 0, 1500, 0.3, 8);
  problem.settings.source_scaling = ac::SourceScaling::pressure;
  const std::vector<double> at{7e-3, 7e-3};
  std::vector<float> w{0, 2, 5, 4, 0, 0, 0, 0};
  CHECK(run_waves<double>(problem, {{at}, {at}, {w}})[1] == doctest::Approx(2 * 2 * 0.3));
  problem.settings.diff_source = true;
  CHECK(run_waves<double>(problem, {{at}, {at}, {w}})[1] == doctest::Approx(2.5 * 2 * 0.3));
}

TEST_CASE("injection: a wavelet that is not finite is named before a step is taken") {
  const WaveProblem problem = varied(false, ac::Kernel::ot2);
  auto w = ricker_wavelet(problem, 0.25e6);
  w[40] = std::numeric_limits<float>::quiet_NaN();
  std::string text;
  try {
    run_waves<float>(problem, {{{3e-3, 3e-3}, {5e-3, 5e-3}}, {{9e-3, 9e-3}}, {ricker_wavelet(problem, 0.25e6), w}});
  } catch (const Error& e) {
    CHECK(e.kind() == ErrorKind::data);
    text = e.what();
  }
  CHECK(text.find("shot 7") != std::string::npos);
  CHECK(text.find("location 1") != std::string::npos);
  CHECK(text.find("sample 40") != std::string::npos);
}
