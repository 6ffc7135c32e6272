#include "physics/acoustic/free_surface.hpp"

#include <doctest/doctest.h>

#include "physics/waves.hpp"

using namespace stride;
using namespace stride::test;

namespace {

struct Half {
  std::size_t axis;
  bool high;
};

// The cell of the whole space that cell n, counted from the surface, of the half space is.
struct Mirror {
  WaveProblem half, whole;
  std::size_t axis, depth;
  bool high;

  // Of a point of the half space: itself, and beyond the surface its image.
  std::vector<double> in_whole(std::vector<double> at, bool image) const {
    const double h = half.space.spacing_m[axis], last = static_cast<double>(depth - 1) * h;
    const double below = high ? last - at[axis] : at[axis];
    const bool up = high != image;
    at[axis] = up ? last - below : last + below;
    return at;
  }
};

Mirror mirror_of(const WaveProblem& half, const Half& face) {
  Mirror m{half, half, face.axis, half.space.shape[face.axis], face.high};
  m.half.settings.free_surface = ac::FreeSurface{face.axis, face.high};
  m.whole.space.shape[face.axis] = 2 * m.depth - 1;
  const Shape& from = half.space.shape;
  const Shape& to = m.whole.space.shape;
  std::size_t inner = 1;
  for (std::size_t a = face.axis + 1; a < from.size(); ++a) inner *= from[a];
  const auto reflect = [&](const std::vector<float>& field) {
    std::vector<float> out;
    if (field.empty()) return out;
    out.resize(element_count(to));
    for (std::size_t n = 0; n < out.size(); ++n) {
      const std::size_t cell = n / inner % to[face.axis], outer = n / inner / to[face.axis];
      const std::size_t below = cell >= m.depth - 1 ? cell - (m.depth - 1) : m.depth - 1 - cell;
      const std::size_t at = face.high ? m.depth - 1 - below : below;
      out[n] = field[(outer * from[face.axis] + at) * inner + n % inner];
    }
    return out;
  };
  m.whole.vp = reflect(half.vp);
  m.whole.rho = reflect(half.rho);
  return m;
}

// A trace below a free surface against that of source minus image in the whole space. Points are on nodes along the
// axis of the surface and off them along the others: the weights of a Hicks point are not their own mirror image.
double image_error(const Mirror& m) {
  std::vector<double> source, receiver;
  for (std::size_t a = 0; a < m.half.space.dim(); ++a) {
    const double length = static_cast<double>(m.half.space.shape[a] - 1) * m.half.space.spacing_m[a];
    const double h = m.half.space.spacing_m[a];
    source.push_back(a == m.axis ? (m.high ? length - 3 * h : 3 * h) : 0.45 * length);
    receiver.push_back(a == m.axis ? (m.high ? length - 7 * h : 7 * h) : 0.72 * length);
  }
  const auto w = ricker_wavelet(m.half, 0.3e6);
  auto minus = w;
  for (float& x : minus) x = -x;
  const Array<float> got = run_waves<double>(m.half, {{source}, {receiver}, {w}});
  const Array<float> want = run_waves<double>(
      m.whole, {{m.in_whole(source, false), m.in_whole(source, true)}, {m.in_whole(receiver, false)}, {w, minus}});
  return peak_error(got, want);
}

}  // namespace

TEST_CASE("free surface: a half space is the odd half of the mirrored whole, on every face and for every step") {
  for (const ac::Kernel kernel : {ac::Kernel::ot2, ac::Kernel::ot4})
    for (const auto kind : {ac::Interpolation::linear, ac::Interpolation::hicks})
      for (const Half face : {Half{0, false}, Half{0, true}, Half{1, false}, Half{1, true}})
        for (const bool dense : {false, true})
          for (const ac::Boundary boundary : {ac::Boundary::sponge, ac::Boundary::pml}) {
            if (boundary == ac::Boundary::pml && kernel == ac::Kernel::ot4) continue;
            WaveProblem problem = uniform_problem({33, 46}, 0.5e-3, 9, 1500, 0.35, 180);
            problem.vp = wavy_field(problem.space.shape, 1500, 0.08);
            if (dense) problem.rho = wavy_field(problem.space.shape, 1000, 0.2);
            problem.settings.kernel = kernel;
            problem.settings.interpolation = kind;
            problem.settings.boundary = boundary;
            CAPTURE(ac::to_string(kernel));
            CAPTURE(ac::to_string(boundary));
            CAPTURE(face.axis);
            CAPTURE(face.high);
            CAPTURE(dense);
            CAPTURE(static_cast<int>(kind));
            CHECK(image_error(mirror_of(problem, face)) < 1e-6);
          }
}

TEST_CASE("free surface: the same in 3-D") {
  for (const ac::Kernel kernel : {ac::Kernel::ot2, ac::Kernel::ot4})
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const bool high : {false, true}) {
        WaveProblem problem = uniform_problem({13, 14, 15}, 0.5e-3, 6, 1500, 0.3, 70);
        problem.vp = wavy_field(problem.space.shape, 1500, 0.08);
        problem.settings.kernel = kernel;
        CAPTURE(axis);
        CAPTURE(high);
        CHECK(image_error(mirror_of(problem, {axis, high})) < 1e-6);
      }
}

TEST_CASE("free surface: the pressure on it stays exactly zero") {
  for (const std::size_t axis : {0U, 1U})
    for (const bool high : {false, true})
      for (const bool dense : {false, true}) {
        WaveProblem problem = uniform_problem({26, 75}, 0.5e-3, 8, 1500, 0.35, 101);
        if (dense) problem.rho = wavy_field(problem.space.shape, 1000, 0.2);
        problem.settings.free_surface = ac::FreeSurface{axis, high};
        problem.settings.interpolation = ac::Interpolation::hicks;
        double on_surface = 0, elsewhere = 0;
        ac::Monitor monitor;
        monitor.snapshot_every = 10;
        monitor.snapshot = [&](std::size_t, const Array<float>& field) {
          const std::size_t rows = field.shape()[0], cols = field.shape()[1];
          for (std::size_t n = 0; n < field.size(); ++n) {
            const std::size_t cell = axis == 0 ? n / cols : n % cols, last = (axis == 0 ? rows : cols) - 1;
            double& peak = cell == (high ? last : 0) ? on_surface : elsewhere;
            peak = std::max(peak, std::abs(double{field[n]}));
          }
        };
        // A Hicks source one and a half cells below the surface.
        std::vector<double> source{6e-3, 12e-3};
        const double length = axis == 0 ? 25 * 0.5e-3 : 74 * 0.5e-3;
        source[axis] = high ? length - 0.75e-3 : 0.75e-3;
        run_waves<float>(problem, {{source}, {{5e-3, 9e-3}}, {ricker_wavelet(problem, 0.4e6)}}, monitor);
        CAPTURE(axis);
        CAPTURE(high);
        CAPTURE(dense);
        CHECK(on_surface == 0);
        CHECK(elsewhere > 0);
      }
}

TEST_CASE("free surface: the pressure on it stays exactly zero in 3-D, whichever way rows and planes are summed") {
  for (const ac::Kernel kernel : {ac::Kernel::ot2, ac::Kernel::ot4})
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const bool high : {false, true}) {
        WaveProblem problem = uniform_problem({13, 14, 15}, 0.5e-3, 6, 1500, 0.3, 62);
        problem.settings.kernel = kernel;
        problem.settings.free_surface = ac::FreeSurface{axis, high};
        double on_surface = 0, elsewhere = 0;
        ac::Monitor monitor;
        monitor.snapshot_every = 20;
        monitor.snapshot = [&](std::size_t, const Array<float>& field) {
          std::size_t inner = 1;
          for (std::size_t a = axis + 1; a < 3; ++a) inner *= field.shape()[a];
          for (std::size_t n = 0; n < field.size(); ++n) {
            const std::size_t cell = n / inner % field.shape()[axis];
            double& peak = cell == (high ? field.shape()[axis] - 1 : 0) ? on_surface : elsewhere;
            peak = std::max(peak, std::abs(double{field[n]}));
          }
        };
        run_waves<float>(problem, {{{2.9e-3, 3.1e-3, 3e-3}}, {{4e-3, 4e-3, 4e-3}}, {ricker_wavelet(problem, 0.5e6)}},
                         monitor);
        CAPTURE(axis);
        CAPTURE(high);
        CHECK(on_surface == 0);
        CHECK(elsewhere > 0);
      }
}
