#include "physics/acoustic/damping.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "reference/h5_tree.hpp"
#include "support/shared.hpp"

using namespace stride;
using namespace stride::physics::acoustic;

namespace {

Space square(std::size_t cells, std::size_t extra, std::size_t absorbing, double h = 0.5e-3) {
  return {{cells, cells}, {h, h}, {extra, extra}, {absorbing, absorbing}};
}

Sponge sponge_of(const Space& space, const Settings& settings = {}) {
  return {space, make_layout(space, settings, 4)};
}

}  // namespace

TEST_CASE("sponge: the profile of the reference, to a unit in the last place of its floats") {
  STRIDE_NEEDS_SHARED();
  const reference::H5Tree tree(test::shared_folder() + "/refs/forward2d.h5");
  for (const char* which : {"/cases/a_homog", "/cases/b_hetero"}) {
    const Array<float> want = tree.read<float>(std::string(which) + "/damp_field");
    const double dt = std::get<double>(tree.attributes(which).at("dt"));
    // The stored array is 7 dt times the rate of each cell.
    const bool uniform = std::string(which) == "/cases/a_homog";
    const Array<float> vp = uniform ? Array<float>() : tree.read<float>("/models/vp");
    const Sponge sponge = sponge_of(square(101, 30, 20));
    const auto inner = [](std::size_t i) { return std::min<std::size_t>(i < 30 ? 0 : i - 30, 100); };
    double worst = 0, peak = 0;
    for (std::size_t i = 0; i < 161; ++i)
      for (std::size_t j = 0; j < 161; ++j) {
        const double c = uniform ? 1500 : double{vp[inner(i) * 101 + inner(j)]};
        worst = std::max(worst, std::abs(7 * dt * c * sponge.strength(0, i, j) - double{want[i * 161 + j]}));
        peak = std::max(peak, double{want[i * 161 + j]});
      }
    CAPTURE(which);
    CHECK(peak > 0);
    CHECK(worst < 1.2e-7 * peak);
  }
}

TEST_CASE("sponge: a ramp over the absorbing cells, zero inside, alike on both faces") {
  const Sponge sponge = sponge_of(square(40, 24, 20));
  const std::size_t last = 87;
  CHECK(!sponge.none());
  for (std::size_t i = 0; i <= last; ++i) CHECK(sponge.strength(0, i, 44) == sponge.strength(0, last - i, 44));
  for (std::size_t i = 1; i < 19; ++i) CHECK(sponge.strength(0, i, 44) < sponge.strength(0, i - 1, 44));
  for (std::size_t i = 19; i < 68; ++i) CHECK(sponge.strength(0, i, 44) == 0);
  // 1.5 ln(1/R) / (absorbing h), log10 R = -(log10(20) - 1) / log10(2) - 3 = -4
  CHECK(sponge.strength(0, 0, 44) == doctest::Approx(1.5 * 4 * std::log(10.0) / (20 * 0.5e-3)));
  CHECK(sponge_of(square(40, 12, 12)).strength(0, 0, 30) == doctest::Approx(0.67 / 0.5e-3));
  CHECK(sponge_of(square(40, 12, 0)).none());
}

TEST_CASE("sponge: frames are nested, and reach a face that does not absorb") {
  const Sponge sponge = sponge_of(square(40, 20, 20));
  const double ring = sponge.strength(0, 5, 40);
  CHECK(sponge.strength(0, 5, 5) == doctest::Approx(2 * ring));
  CHECK(sponge.strength(0, 5, 6) == doctest::Approx(ring));
  CHECK(sponge.strength(0, 6, 5) == doctest::Approx(ring));
  Settings settings;
  settings.free_surface = FreeSurface{0, false};
  const Space space = square(40, 20, 20);
  const Sponge open = sponge_of(space, settings);
  for (std::size_t depth = 0; depth < 20; ++depth) CHECK(open.strength(0, depth, 5) == doctest::Approx(ring));
  CHECK(open.strength(0, 54, 5) == doctest::Approx(2 * ring));
  const Space one_axis{{40, 40}, {0.5e-3, 0.5e-3}, {20, 0}, {20, 0}};
  CHECK(sponge_of(one_axis).strength(0, 5, 0) == doctest::Approx(ring));
}

TEST_CASE("sponge: the profile scales with the spacing") {
  const Sponge fine = sponge_of(square(40, 20, 20)), coarse = sponge_of(square(40, 20, 20, 0.5e-3 * 1024));
  for (std::size_t i = 0; i < 80; ++i) CHECK(fine.strength(0, i, 7) == 1024 * coarse.strength(0, i, 7));
}

TEST_CASE("sponge: rows that only their ends damp are told apart") {
  const Sponge sponge = sponge_of(square(40, 24, 20));
  CHECK(sponge.only_row_ends(0, 40));
  CHECK(!sponge.only_row_ends(0, 3));
  for (std::size_t k = 0; k < 88; ++k) {
    const bool free = k >= sponge.free_first() && k < sponge.free_last();
    if (free) CHECK(sponge.strength(0, 40, k) == 0);
  }
  CHECK(sponge.free_first() == 19);
  CHECK(sponge.free_last() == 69);
}
