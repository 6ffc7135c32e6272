#include "physics/acoustic/pml.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/error.hpp"
#include "physics/acoustic/layout.hpp"
#include "physics/acoustic/memory.hpp"
#include "physics/waves.hpp"

using namespace stride;
using namespace stride::test;

namespace {

// What a layer sends back to a receiver beside the source, over the peak of a wave that went as far.
double reflection(ac::Boundary boundary, std::size_t cells) {
  const double h = 0.5e-3, f0 = 0.25e6;  // twelve points per wavelength
  WaveProblem layer = uniform_problem({100, 120}, h, 0, 1500, 0.4, 260);
  layer.settings.boundary = boundary;
  layer.space.extra[0] = layer.space.absorbing[0] = cells;
  WaveProblem open = layer;
  open.space.shape[0] += 150;
  open.vp.resize(element_count(open.space.shape), 1500);
  open.space.extra[0] = open.space.absorbing[0] = 0;
  const auto w = ricker_wavelet(layer, f0);
  // Layers absorb on both faces; only what comes from the far one, whose nodes both problems share, arrives in time.
  WaveShot shot{{{75 * h, 60 * h}}, {{75 * h, 60 * h}}, {w}};
  Array<float> got = run_waves<double>(layer, shot);
  shot.receivers.push_back({75 * h - 48 * h, 60 * h});
  const Array<float> want = run_waves<double>(open, shot);
  double difference = 0;
  for (std::size_t n = 0; n < layer.samples; ++n)
    difference = std::max(difference, std::abs(double{got[n]} - double{want[n]}));
  return difference / peak_of(row_of(want, 1));
}

}  // namespace

TEST_CASE("pml: a and b are those of Komatitsch and Martin, zero outside the layer") {
  const Space space{{30, 30}, {1e-3, 1e-3}, {12, 12}, {10, 10}};
  const double dt = 2e-7;
  const ac::Pml pml(space, ac::make_layout(space, {}, 8), 1500, dt);
  for (std::size_t s = 1; s < 3; ++s)
    for (std::size_t i = 0; i < 54; ++i) {
      CAPTURE(i);
      const bool inside = i < 10 || i >= 44;
      CHECK(pml.acts(s, i) == inside);
      CHECK(pml.a[s][i] == doctest::Approx(pml.a[s][53 - i]));
      if (inside) {
        CHECK(pml.b[s][i] > 0);
        CHECK(pml.b[s][i] < 1);
        CHECK(pml.a[s][i] < 0);
        // The stretched derivative stays that of a passive medium: 1 + a / (1 - b) >= 0.
        CHECK(1 + pml.a[s][i] / (1 - pml.b[s][i]) >= -1e-12);
      }
    }
  CHECK(pml.near(1, 12, 3));
  CHECK(!pml.near(1, 15, 5));
}

TEST_CASE("pml: twenty cells send back at most a thousandth, and less than a sponge") {
  const double pml = reflection(ac::Boundary::pml, 20);
  CHECK(pml < 1e-3);
  CHECK(pml > 0);
  CHECK(reflection(ac::Boundary::sponge, 20) > pml);
}

TEST_CASE("pml: at the limit of OT2 the field dies away, 2-D and 3-D, free surface and density included") {
  for (const int which : {0, 1, 2, 3}) {
    WaveProblem problem = uniform_problem(which == 1 ? Shape{10, 10, 12} : Shape{24, 26}, 0.5e-3, which == 1 ? 6 : 8,
                                          1500, 0.3, which == 1 ? 600 : 3000);
    problem.settings.boundary = ac::Boundary::pml;
    problem.settings.kernel = ac::Kernel::ot2;
    if (which == 2) problem.settings.free_surface = ac::FreeSurface{0, false};
    if (which == 3) problem.rho = wavy_field(problem.space.shape, 1000, 0.2);
    problem.dt_s = stability_of(problem).ot2_limit_s;
    const std::vector<double> source(problem.space.dim(), 2e-3), receiver(problem.space.dim(), 3.5e-3);
    const Array<float> trace = run_waves<float>(problem, {{source}, {receiver}, {ricker_wavelet(problem, 0.5e6)}});
    const std::vector<double> all = row_of(trace, 0);
    const std::vector<double> late(all.end() - 100, all.end() - 1);
    CAPTURE(which);
    CHECK(peak_of(late) < 1e-3 * peak_of(all));
  }
}

TEST_CASE("pml: with OT4 a step beyond what is known to be stable is refused") {
  for (const std::size_t dim : {2U, 3U}) {
    const double limit = ac::pml_ot4_courant(dim);
    for (const double courant : {0.999 * limit, 1.001 * limit}) {
      CAPTURE(courant);
      WaveProblem problem = uniform_problem(dim == 2 ? Shape{20, 20} : Shape{8, 8, 8}, 0.5e-3, 6, 1500, courant, 10);
      problem.settings.boundary = ac::Boundary::pml;
      problem.settings.kernel = ac::Kernel::ot4;
      std::string text;
      try {
        model_of<float>(problem);
      } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::usage);
        text = e.what();
      }
      CHECK((text.find("pml") == std::string::npos) == (courant < limit));
    }
  }
}
