#include <doctest/doctest.h>

#include <cmath>
#include <cstring>

#include "core/error.hpp"
#include "physics/acoustic/half_precision.hpp"
#include "physics/waves.hpp"

using namespace stride;
using namespace stride::test;

namespace {

struct Kind {
  std::string name;
  WaveProblem problem;
};

// One small problem for each way a step is taken that has an adjoint.
std::vector<Kind> kinds() {
  std::vector<Kind> out;
  const auto add = [&](const std::string& name, WaveProblem problem, const auto& change) {
    for (const ac::Kernel kernel : {ac::Kernel::ot2, ac::Kernel::ot4}) {
      WaveProblem one = problem;
      one.settings.kernel = kernel;
      change(one);
      out.push_back({name + (kernel == ac::Kernel::ot2 ? ", OT2" : ", OT4"), one});
    }
  };
  WaveProblem split = uniform_problem({22, 75}, 0.5e-3, 8, 1500, 0.35, 110);
  split.vp = wavy_field(split.space.shape, 1500, 0.06);
  WaveProblem plain = uniform_problem({30, 21}, 0.5e-3, 8, 1500, 0.35, 110);
  WaveProblem cube = uniform_problem({13, 12, 18}, 0.5e-3, 6, 1500, 0.3, 50);
  cube.vp = wavy_field(cube.space.shape, 1500, 0.06);
  const auto as_is = [](WaveProblem&) {};
  add("split rows", split, as_is);
  add("plain rows", plain, as_is);
  add("3-D", cube, as_is);
  add("pressure", split, [](WaveProblem& p) { p.settings.source_scaling = ac::SourceScaling::pressure; });
  add("pressure, differentiated", split, [](WaveProblem& p) {
    p.settings.source_scaling = ac::SourceScaling::pressure;
    p.settings.diff_source = true;
  });
  add("hicks", split, [](WaveProblem& p) { p.settings.interpolation = ac::Interpolation::hicks; });
  add("density", split, [](WaveProblem& p) { p.rho = wavy_field(p.space.shape, 1000, 0.2); });
  add("density, 3-D", cube, [](WaveProblem& p) { p.rho = wavy_field(p.space.shape, 1000, 0.2); });
  add("attenuation", split, [](WaveProblem& p) { p.alpha.assign(p.vp.size(), 2); });
  add("sponge_stride", split, [](WaveProblem& p) { p.settings.boundary = ac::Boundary::sponge_stride; });
  add("compat", split, [](WaveProblem& p) {
    p.settings.compat_stride = true;
    p.settings.boundary = ac::Boundary::sponge_stride;
    p.settings.interpolation = ac::Interpolation::hicks;
    p.settings.source_scaling = ac::SourceScaling::pressure;
    p.alpha.assign(p.vp.size(), 2);
    p.rho = wavy_field(p.space.shape, 1000, 0.2);
  });
  add("free surface", split, [](WaveProblem& p) { p.settings.free_surface = ac::FreeSurface{0, false}; });
  add("order 4", split, [](WaveProblem& p) { p.settings.space_order = 4; });
  return out;
}

// A source off the grid and three receivers, one of them on a node.
WaveShot shot_in(const WaveProblem& problem) {
  std::vector<std::vector<double>> at;
  for (const double part : {0.31, 0.74, 0.5, 0.6}) {
    std::vector<double> point;
    for (std::size_t axis = 0; axis < problem.space.dim(); ++axis) {
      const double h = problem.space.spacing_m[axis];
      const double cells =
          static_cast<double>(problem.space.shape[axis] - 1) * (part + 0.05 * static_cast<double>(axis));
      point.push_back((part == 0.5 ? std::round(cells) : cells) * h);
    }
    at.push_back(point);
  }
  return {{at[0]}, {at[1], at[2], at[3]}, {ricker_wavelet(problem, 0.35e6)}};
}

ac::ShotSetup setup_of(const WaveShot& shot, const std::vector<float>& wavelet) {
  ac::ShotSetup setup;
  setup.sources = {shot.sources, {0}};
  setup.receivers = {shot.receivers, {1, 2, 3}};
  setup.wavelets = {wavelet.data(), 1, wavelet.size()};
  return setup;
}

template <class Real>
double dot(const Real* a, const Real* b, std::size_t count) {
  double sum = 0;
  for (std::size_t n = 0; n < count; ++n) sum += static_cast<double>(a[n]) * static_cast<double>(b[n]);
  return sum;
}

// Traces of a shot in a medium, and the gradient of 0.5 |traces - observed|^2.
template <class Real>
class Misfit {
 public:
  Misfit(WaveProblem problem, ac::StoreSettings store = {})
      : problem_(std::move(problem)),
        shot_(shot_in(problem_)),
        setup_(setup_of(shot_, shot_.wavelets[0])),
        store_(store) {
    WaveProblem other = problem_;
    for (std::size_t n = 0; n < other.vp.size(); ++n) other.vp[n] *= n % 5 == 0 ? 1.02F : 1.01F;
    observed_ = traces(other);
  }

  const WaveProblem& problem() const { return problem_; }
  double value(const std::vector<float>& vp) {
    WaveProblem other = problem_;
    other.vp = vp;
    return value_in(other);
  }
  double value_in(const WaveProblem& other) {
    const Array<Real> d = traces(other);
    double sum = 0;
    for (std::size_t n = 0; n < d.size(); ++n)
      sum += 0.5 * std::pow(static_cast<double>(d[n]) - static_cast<double>(observed_[n]), 2);
    return sum;
  }
  ac::ShotGradient<Real> gradient(int threads = 1) {
    ac::ShotGradient<Real> out;
    runtime::with_threads(threads, [&] {
      ac::Propagator<Real> propagator(model_of<Real>(problem_, threads), threads);
      Array<Real> residuals = propagator.run_and_keep(setup_, {}, store_);
      for (std::size_t n = 0; n < residuals.size(); ++n) residuals[n] -= observed_[n];
      const Array<Real>& lent = residuals;
      out = propagator.gradient(setup_, lent.rows(), {});
    });
    return out;
  }

 private:
  Array<Real> traces(const WaveProblem& problem) {
    ac::Propagator<Real> propagator(model_of<Real>(problem), 1);
    return propagator.run_and_keep(setup_, {}, {1U << 20U, ac::StoredPrecision::native});
  }

  WaveProblem problem_;
  WaveShot shot_;
  ac::ShotSetup setup_;
  ac::StoreSettings store_;
  Array<Real> observed_;
};

// Steps in m/s that float speeds hold exactly; zero in the outermost ring of cells, whose values reach into the sponge.
std::vector<float> direction(const WaveProblem& problem) {
  Random random(11);
  std::vector<float> d(problem.vp.size());
  for (std::size_t n = 0; n < d.size(); ++n) {
    bool rim = false;
    std::size_t rest = n;
    for (std::size_t axis = problem.space.dim(); axis-- > 0; rest /= problem.space.shape[axis]) {
      const std::size_t at = rest % problem.space.shape[axis];
      rim = rim || at == 0 || at + 1 == problem.space.shape[axis];
    }
    d[n] = rim ? 0 : static_cast<float>(std::round(8 * random.normal()));
  }
  return d;
}

std::vector<float> moved(const std::vector<float>& vp, const std::vector<float>& d, float by) {
  std::vector<float> out = vp;
  for (std::size_t n = 0; n < out.size(); ++n) out[n] += by * d[n];
  return out;
}

// Speeds on multiples of 1/64 m/s, so that the steps above are exact.
WaveProblem on_lattice(WaveProblem problem) {
  for (float& v : problem.vp) v = std::round(v * 64) / 64;
  return problem;
}

template <class Real>
double directional(const Array<Real>& gradient, const std::vector<float>& d) {
  double sum = 0;
  for (std::size_t n = 0; n < d.size(); ++n) sum += static_cast<double>(gradient[n]) * static_cast<double>(d[n]);
  return sum;
}

}  // namespace

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

TEST_CASE("gradient: alpha agrees with differences of the loss") {
  for (const Kind& kind : kinds()) {
    if (kind.problem.alpha.empty()) continue;
    CAPTURE(kind.name);
    WaveProblem problem = kind.problem;
    Misfit<double> misfit(problem);
    const std::vector<float> d = direction(problem);
    const double slope = directional(misfit.gradient().alpha, d);
    const auto value = [&](float by) {
      WaveProblem other = problem;
      other.alpha = moved(problem.alpha, d, by);
      return misfit.value_in(other);
    };
    CHECK((value(0x1p-8F) - value(-0x1p-8F)) * 0x1p7 == doctest::Approx(slope).epsilon(1e-6));
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
    CHECK(std::memcmp(one.preconditioner.data(), three.preconditioner.data(), one.vp.size() * sizeof(float)) == 0);
  }
}

TEST_CASE("gradient: what has no adjoint is refused by name") {
  WaveProblem pml = uniform_problem({20, 20}, 0.5e-3, 8, 1500, 0.35, 20);
  pml.settings.boundary = ac::Boundary::pml;
  CHECK_THROWS_WITH_AS(Misfit<float>{pml}, doctest::Contains("a gradient cannot be taken through a pml"), Error);
  WaveProblem lossy = uniform_problem({20, 20}, 0.5e-3, 8, 1500, 0.35, 20);
  lossy.alpha.assign(lossy.vp.size(), 1);
  lossy.settings.attenuation_power = 2;
  CHECK_THROWS_WITH_AS(Misfit<float>{lossy}, doctest::Contains("with a power of 2"), Error);
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
