#include "physics/acoustic/propagator.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>

#include "core/error.hpp"
#include "physics/acoustic/layout.hpp"
#include "physics/waves.hpp"

using namespace stride;
using namespace stride::test;

namespace {

struct Named {
  const char* name;
  WaveProblem problem;
};

// One problem for each way a step is taken.
std::vector<Named> kinds() {
  std::vector<Named> out;
  for (const ac::Kernel kernel : {ac::Kernel::ot2, ac::Kernel::ot4}) {
    WaveProblem split = uniform_problem({24, 75}, 0.5e-3, 8, 1500, 0.35, 120);
    split.vp = wavy_field(split.space.shape, 1500, 0.1);
    split.settings.kernel = kernel;
    WaveProblem plain = uniform_problem({40, 26}, 0.5e-3, 8, 1500, 0.35, 120);
    plain.settings.kernel = kernel;
    WaveProblem cube = uniform_problem({15, 14, 22}, 0.5e-3, 6, 1500, 0.3, 60);
    cube.vp = wavy_field(cube.space.shape, 1500, 0.1);
    cube.settings.kernel = kernel;
    WaveProblem dense = split, pml = split, lossy = split, surface = split;
    dense.rho = wavy_field(dense.space.shape, 1000, 0.2);
    pml.settings.boundary = ac::Boundary::pml;
    lossy.alpha.assign(lossy.vp.size(), 1);
    lossy.settings.attenuation_power = 2;
    surface.settings.free_surface = ac::FreeSurface{1, false};
    out.push_back({"split", split});
    out.push_back({"plain", plain});
    out.push_back({"3-D", cube});
    out.push_back({"density", dense});
    if (kernel == ac::Kernel::ot2) out.push_back({"pml", pml});
    out.push_back({"attenuation", lossy});
    out.push_back({"free surface", surface});
  }
  return out;
}

WaveShot shot_in(const WaveProblem& problem, double part) {
  std::vector<double> a, b, c;
  for (std::size_t axis = 0; axis < problem.space.dim(); ++axis) {
    const double length = static_cast<double>(problem.space.shape[axis] - 1) * problem.space.spacing_m[axis];
    a.push_back(part * length);
    b.push_back((0.91 - 0.13 * static_cast<double>(axis)) * length);
    c.push_back(length * 0.05);
  }
  return {{a}, {b, c}, {ricker_wavelet(problem, 0.3e6)}};
}

bool same_bits(const Array<float>& a, const Array<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

// 2-D: axes exchanged.
WaveProblem transposed(const WaveProblem& problem) {
  WaveProblem out = problem;
  const std::size_t rows = problem.space.shape[0], cols = problem.space.shape[1];
  for (auto* list : {&out.space.shape, &out.space.extra, &out.space.absorbing}) std::swap((*list)[0], (*list)[1]);
  std::swap(out.space.spacing_m[0], out.space.spacing_m[1]);
  for (auto* field : {&out.vp, &out.rho, &out.alpha}) {
    const std::vector<float> from = *field;
    if (from.empty()) continue;
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < cols; ++j) (*field)[j * rows + i] = from[i * cols + j];
  }
  if (out.settings.free_surface) out.settings.free_surface->axis = 1 - out.settings.free_surface->axis;
  return out;
}

}  // namespace

TEST_CASE("propagator: the same bits on 1, 2 and 5 threads, and after another shot") {
  for (const auto& [name, problem] : kinds()) {
    CAPTURE(name);
    CAPTURE(ac::to_string(problem.settings.kernel));
    const WaveShot shot = shot_in(problem, 0.41);
    const Array<float> want = run_waves<float>(problem, shot);
    CHECK(peak_of(want) > 0);
    for (const int threads : {2, 5}) CHECK(same_bits(run_waves<float>(problem, shot, {}, threads), want));
    ac::Propagator<float> propagator(model_of<float>(problem), 1);
    run_shot(propagator, shot_in(problem, 0.23));
    CHECK(same_bits(run_shot(propagator, shot), want));
  }
}

TEST_CASE("propagator: rows kept split and rows kept plain give the same waves") {
  for (const auto& [name, problem] : kinds()) {
    if (problem.space.dim() != 2 || std::string(name) == "plain") continue;
    CAPTURE(name);
    CAPTURE(ac::to_string(problem.settings.kernel));
    const WaveProblem other = transposed(problem);
    CHECK(ac::make_layout(problem.space, problem.settings, 8).split);
    CHECK(!ac::make_layout(other.space, other.settings, 4).split);
    const WaveShot shot = shot_in(problem, 0.41);
    WaveShot turned = shot;
    for (auto* points : {&turned.sources, &turned.receivers})
      for (auto& p : *points) std::swap(p[0], p[1]);
    CHECK(peak_error(run_waves<double>(problem, shot), run_waves<double>(other, turned)) < 1e-6);
    CHECK(peak_error(run_waves<float>(problem, shot), run_waves<float>(other, turned)) < 1e-4);
  }
}

TEST_CASE("propagator: single precision follows double") {
  for (const auto& [name, problem] : kinds()) {
    CAPTURE(name);
    const WaveShot shot = shot_in(problem, 0.41);
    CHECK(peak_error(run_waves<float>(problem, shot), run_waves<double>(problem, shot)) < 1e-4);
  }
}

TEST_CASE("propagator: lengths and times times a power of two give the same floats") {
  for (const std::size_t dim : {2U, 3U})
    for (const ac::SourceScaling scaling : {ac::SourceScaling::pressure, ac::SourceScaling::raw})
      for (const ac::Kernel kernel : {ac::Kernel::ot2, ac::Kernel::ot4}) {
        WaveProblem fine =
            uniform_problem(dim == 2 ? Shape{24, 75} : Shape{12, 13, 20}, 0.5e-3, 6, 1500, 0.3, dim == 2 ? 120 : 60);
        fine.vp = wavy_field(fine.space.shape, 1500, 0.1);
        fine.settings.source_scaling = scaling;
        fine.settings.kernel = kernel;
        const WaveShot shot = shot_in(fine, 0.41);
        WaveProblem coarse = fine;
        const double k = 32768;
        coarse.dt_s *= k;
        for (double& h : coarse.space.spacing_m) h *= k;
        WaveShot wide = shot;
        for (auto* points : {&wide.sources, &wide.receivers})
          for (auto& p : *points)
            for (double& x : p) x *= k;
        Array<float> want = run_waves<float>(fine, shot);
        if (scaling == ac::SourceScaling::raw && dim == 3)
          for (float& x : want) x = static_cast<float>(x / k);
        CHECK(same_bits(run_waves<float>(coarse, wide), want));
      }
}

TEST_CASE("propagator: a constant density changes waves of ten points little") {
  for (const ac::Kernel kernel : {ac::Kernel::ot2, ac::Kernel::ot4}) {
    WaveProblem problem = uniform_problem({40, 75}, 0.5e-3, 12, 1500, 0.35, 200);
    problem.settings.kernel = kernel;
    const WaveShot shot = shot_in(problem, 0.41);
    WaveProblem dense = problem;
    dense.rho.assign(problem.vp.size(), 1234);
    const double error = peak_error(run_waves<double>(dense, shot), run_waves<double>(problem, shot));
    CHECK(error < 1e-2);
    CHECK(error > 0);
  }
}

TEST_CASE("propagator: snapshots are the pressure on the extended domain, and agree with the traces") {
  for (const Shape& shape : {Shape{24, 75}, Shape{26, 30}}) {
    const WaveProblem problem = uniform_problem(shape, 0.5e-3, 8, 1500, 0.35, 61);
    const WaveShot shot{{{5e-3, 6e-3}}, {{6e-3, 9e-3}}, {ricker_wavelet(problem, 0.4e6)}};
    std::vector<std::size_t> seen;
    std::vector<float> at_receiver;
    ac::Monitor monitor;
    monitor.snapshot_every = 20;
    monitor.snapshot = [&](std::size_t n, const Array<float>& field) {
      seen.push_back(n);
      CHECK(field.shape() == Shape{shape[0] + 16, shape[1] + 16});
      at_receiver.push_back(field[(12 + 8) * (shape[1] + 16) + 18 + 8]);
    };
    const Array<float> traces = run_waves<float>(problem, shot, monitor);
    CHECK(seen == std::vector<std::size_t>{20, 40});
    for (std::size_t n = 0; n < seen.size(); ++n) CHECK(at_receiver[n] == traces[seen[n]]);
    CHECK(at_receiver.back() != 0);
  }
}

TEST_CASE("propagator: a monitor can stop a shot") {
  const WaveProblem problem = uniform_problem({26, 30}, 0.5e-3, 8, 1500, 0.35, 61);
  ac::Monitor monitor;
  std::size_t last = 0;
  monitor.go_on = [&](std::size_t done) {
    last = done;
    return done < 30;
  };
  CHECK_THROWS_AS(run_waves<float>(problem, shot_in(problem, 0.4), monitor), Error);
  CHECK(last == 30);
}
