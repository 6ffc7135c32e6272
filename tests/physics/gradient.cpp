#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "physics/acoustic/half_precision.hpp"
#include "physics/gradient_problems.hpp"

using namespace stride;
using namespace stride::test;

TEST_CASE("gradient: stepping back is the transpose of modelling, from traces to wavelets") {
  for (const Kind& kind : kinds()) {
    CAPTURE(kind.name);
    const WaveShot shot = shot_in(kind.problem);
    Random random(3);
    std::vector<float> wavelet(kind.problem.samples);
    for (float& w : wavelet) w = static_cast<float>(random.normal());
    const ac::ShotSetup setup = setup_of(shot, wavelet);
    ac::Propagator<double> propagator(model_of<double>(kind.problem), 1);
    const Array<double> traces = propagator.run_and_keep(setup, {}, {});
    Array<double> y = Array<double>::uninitialised(traces.shape());
    for (double& value : y) value = random.normal();
    const Array<double>& lent = y;
    const auto gradient = propagator.gradient(setup, lent.rows(), {});
    std::vector<double> x(wavelet.begin(), wavelet.end());
    const double left = dot(traces.data(), y.data(), y.size());
    const double right = dot(x.data(), gradient.wavelets.data(), x.size());
    const double scale = std::sqrt(dot(traces.data(), traces.data(), y.size()) * dot(y.data(), y.data(), y.size()));
    CHECK(std::abs(left - right) <= 1e-11 * scale);
  }
}

TEST_CASE("gradient: vp agrees with differences of the loss, to second order") {
  for (const Kind& kind : kinds()) {
    CAPTURE(kind.name);
    Misfit<double> misfit(on_lattice(kind.problem));
    const std::vector<float>& vp = misfit.problem().vp;
    const std::vector<float> d = direction(misfit.problem());
    const double slope = directional(misfit.gradient().vp, d), here = misfit.value(vp);
    double best = 1;
    std::vector<double> rest;
    for (float by = 1.0F / 4; by >= 1.0F / 4096; by /= 4) {
      const double up = misfit.value(moved(vp, d, by)), down = misfit.value(moved(vp, d, -by)),
                   h = static_cast<double>(by);
      best = std::min(best, std::abs((up - down) / (2 * h) - slope) / std::abs(slope));
      rest.push_back(std::abs(up - here - h * slope));
    }
    CHECK(best <= 1e-6);
    CHECK(std::log(rest.front() / rest.back()) / std::log(std::pow(4.0, static_cast<double>(rest.size() - 1))) >= 1.9);
  }
}

TEST_CASE("gradient: wavelets agree with differences of the loss") {
  for (const Kind& kind : kinds()) {
    CAPTURE(kind.name);
    const WaveShot shot = shot_in(kind.problem);
    std::vector<float> wavelet = shot.wavelets[0], d(wavelet.size());
    Random random(8);
    for (float& value : d) value = static_cast<float>(random.normal());
    ac::Propagator<double> propagator(model_of<double>(kind.problem), 1);
    const auto loss = [&](double by, ac::ShotGradient<double>* gradient) {
      std::vector<float> w(wavelet.size());
      for (std::size_t n = 0; n < w.size(); ++n) w[n] = wavelet[n] + static_cast<float>(by) * d[n];
      const ac::ShotSetup setup = setup_of(shot, w);
      const Array<double> traces = propagator.run_and_keep(setup, {}, {});
      if (gradient != nullptr) *gradient = propagator.gradient(setup, traces.rows(), {});
      return 0.5 * dot(traces.data(), traces.data(), traces.size());
    };
    ac::ShotGradient<double> gradient;
    loss(0, &gradient);
    double slope = 0;
    for (std::size_t n = 0; n < d.size(); ++n) slope += gradient.wavelets[n] * static_cast<double>(d[n]);
    CHECK((loss(0.5, nullptr) - loss(-0.5, nullptr)) == doctest::Approx(slope).epsilon(1e-6));
  }
}

TEST_CASE("gradient: single precision, stored in two bytes or every other step") {
  WaveProblem problem = uniform_problem({40, 75}, 0.5e-3, 8, 1500, 0.25, 300);
  problem.vp = wavy_field(problem.space.shape, 1500, 0.02);
  problem = on_lattice(problem);
  const std::vector<float> d = direction(problem);
  for (const ac::Kernel kernel : {ac::Kernel::ot2, ac::Kernel::ot4}) {
    problem.settings.kernel = kernel;
    Misfit<double> exact(problem);
    const auto want = exact.gradient();
    const auto error = [&](const ac::StoreSettings& store) {
      Misfit<float> misfit(problem, store);
      const auto got = misfit.gradient();
      double difference = 0, norm = 0;
      for (std::size_t n = 0; n < got.vp.size(); ++n) {
        difference += std::pow(static_cast<double>(got.vp[n]) - want.vp[n], 2);
        norm += want.vp[n] * want.vp[n];
      }
      return std::sqrt(difference / norm);
    };
    CHECK(error({1, ac::StoredPrecision::native}) <= 1e-3);
    CHECK(error({1, ac::StoredPrecision::f16}) <= 1e-2);
    CHECK(error({1, ac::StoredPrecision::bf16}) <= 3e-2);
    CHECK(error({4, ac::StoredPrecision::native}) <= 1e-2);
    CHECK(error({4, ac::StoredPrecision::f16}) <= 1e-2);
  }
}

TEST_CASE("gradient: the same bytes for any number of threads") {
  for (const Kind& kind : kinds()) {
    CAPTURE(kind.name);
    Misfit<float> misfit(kind.problem);
    const auto one = misfit.gradient(1), three = misfit.gradient(3);
    CHECK(std::memcmp(one.vp.data(), three.vp.data(), one.vp.size() * sizeof(float)) == 0);
    CHECK(std::equal(one.rho.begin(), one.rho.end(), three.rho.begin(), three.rho.end()));
    CHECK(std::equal(one.alpha.begin(), one.alpha.end(), three.alpha.begin(), three.alpha.end()));
    CHECK(std::memcmp(one.preconditioner.data(), three.preconditioner.data(), one.vp.size() * sizeof(float)) == 0);
  }
}

TEST_CASE("half precision: every value there and back, rounded to nearest, ties to even") {
  for (std::uint32_t h = 0; h < 0x10000U; ++h) {
    const auto half = static_cast<std::uint16_t>(h);
    const float value = ac::from_f16(half);
    if (!std::isnan(value)) CHECK(ac::to_f16(value) == half);
    CHECK(std::isnan(value) == ((h & 0x7fffU) > 0x7c00U));
  }
  CHECK(ac::from_f16(ac::to_f16(1.0F + 0x1p-11F)) == 1.0F);
  CHECK(ac::from_f16(ac::to_f16(1.0F + 0x3p-11F)) == 1.0F + 0x1p-9F);
  CHECK(ac::from_f16(ac::to_f16(0x1p-25F)) == 0.0F);
  CHECK(ac::from_f16(ac::to_f16(0x3p-25F)) == 0x1p-23F);
  CHECK(ac::from_f16(ac::to_f16(65519.0F)) == 65504.0F);
  CHECK(std::isinf(ac::from_f16(ac::to_f16(65520.0F))));
  CHECK(std::isnan(ac::from_f16(ac::to_f16(std::nanf("")))));
  CHECK(ac::from_bf16(ac::to_bf16(1.0F + 0x1p-8F)) == 1.0F);
  CHECK(ac::from_bf16(ac::to_bf16(1.0F + 0x3p-8F)) == 1.0F + 0x1p-6F);
  CHECK(std::isnan(ac::from_bf16(ac::to_bf16(std::nanf("")))));
}
