#include "physics/acoustic/model.hpp"

#include <doctest/doctest.h>

#include "physics/acoustic/model_data.hpp"
#include "physics/waves.hpp"

using namespace stride;
using namespace stride::test;

namespace {

template <class Real>
std::uint64_t held(const ac::ModelData<Real>& d) {
  std::size_t reals = 0;
  for (const auto* buffer :
       {&d.m, &d.c1, &d.c2, &d.e, &d.q, &d.rho, &d.lightness[0], &d.lightness[1], &d.lightness[2], &d.loss})
    reals += buffer->size();
  return reals * sizeof(Real);
}

}  // namespace

TEST_CASE("model: what it holds is what was predicted") {
  for (const std::size_t dim : {2U, 3U})
    for (int bits = 0; bits < 32; ++bits) {
      WaveProblem problem =
          uniform_problem(dim == 2 ? Shape{20, 33} : Shape{7, 8, 9}, 1e-3, (bits & 1) ? 4 : 0, 1500, 0.2, 10);
      if (bits & 2) problem.rho.assign(problem.vp.size(), 1000);
      if (bits & 4) problem.alpha.assign(problem.vp.size(), 1);
      problem.settings.attenuation_power = (bits & 8) ? 2 : 0;
      if (bits & 16) problem.settings.boundary = ac::Boundary::pml;
      const auto model = model_of<float>(problem);
      CAPTURE(bits);
      CHECK(held(model->data()) == ac::Model<float>::bytes(problem.space, problem.settings, ac::Kernel::ot2,
                                                           !problem.rho.empty(), !problem.alpha.empty()));
    }
}

TEST_CASE("model: the medium goes on by its edge values, and nothing moves outside the grid") {
  WaveProblem problem = uniform_problem({20, 70}, 1e-3, 6, 1500, 0.2, 10);
  for (std::size_t n = 0; n < problem.vp.size(); ++n) problem.vp[n] = 1400 + static_cast<float>(n % 97);
  const auto model = model_of<double>(problem);
  const auto& d = model->data();
  const auto vp = [&](std::size_t i, std::size_t j) {
    return std::sqrt(d.m[d.layout.offset(0, i, j)]) * 1e-3 / problem.dt_s;
  };
  CHECK(vp(0, 0) == doctest::Approx(problem.vp[0]));
  CHECK(vp(6, 6) == doctest::Approx(problem.vp[0]));
  CHECK(vp(9, 81) == doctest::Approx(problem.vp[3 * 70 + 69]));
  CHECK(vp(31, 40) == doctest::Approx(problem.vp[19 * 70 + 34]));
  double inside = 0, all = 0;
  for (std::size_t i = 0; i < d.layout.cells[1]; ++i)
    for (std::size_t j = 0; j < d.layout.cells[2]; ++j) inside += d.m[d.layout.offset(0, i, j)];
  for (std::size_t n = 0; n < d.m.size(); ++n) all += d.m[n];
  CHECK(all == doctest::Approx(inside).epsilon(1e-12));
}
