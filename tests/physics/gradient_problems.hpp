// Small problems, one for each way a step is taken, and the misfit whose gradient the tests of this folder take.
#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "physics/waves.hpp"

namespace stride::test {

struct Kind {
  std::string name;
  WaveProblem problem;
};

// The PML is as strong as the largest vp asks for: it stands in a corner, which no test moves.
inline void absorb_in_layer(WaveProblem& problem) {
  problem.settings.boundary = ac::Boundary::pml;
  problem.vp[0] = 1.1F * *std::max_element(problem.vp.begin(), problem.vp.end());
}

inline void lose_by_frequency(WaveProblem& problem) {
  problem.settings.attenuation_power = 2;
  problem.alpha = wavy_field(problem.space.shape, 20, 0.3);
}

inline void add_layers_and_losses(const WaveProblem& split, const WaveProblem& plain, const WaveProblem& cube,
                                  const auto& add) {
  const auto dense = [](WaveProblem& p) { p.rho = wavy_field(p.space.shape, 1000, 0.2); };
  add("pml", split, absorb_in_layer);
  add("pml, plain rows", plain, absorb_in_layer);
  add("pml, 3-D", cube, absorb_in_layer);
  for (const auto& [name, problem] : {std::pair("pml, density", split), std::pair("pml, density, plain rows", plain),
                                      std::pair("pml, density, 3-D", cube)})
    add(name, problem, [&](WaveProblem& p) {
      absorb_in_layer(p);
      dense(p);
    });
  add("pml, free surface", split, [&](WaveProblem& p) {
    absorb_in_layer(p);
    p.settings.free_surface = ac::FreeSurface{0, true};
  });
  add("density, free surface", split, [&](WaveProblem& p) {
    dense(p);
    p.settings.free_surface = ac::FreeSurface{0, false};
  });
  add("density, free surface along rows", split, [&](WaveProblem& p) {
    dense(p);
    p.settings.free_surface = ac::FreeSurface{1, true};
  });
  add("power 2", split, lose_by_frequency);
  add("power 2, 3-D", cube, lose_by_frequency);
  add("power 2, pml, density", split, [&](WaveProblem& p) {
    absorb_in_layer(p);
    dense(p);
    lose_by_frequency(p);
  });
  add("power 2, pml, density, free surface, compat", split, [&](WaveProblem& p) {
    absorb_in_layer(p);
    dense(p);
    lose_by_frequency(p);
    p.settings.free_surface = ac::FreeSurface{0, false};
    p.settings.compat_stride = true;
  });
  add("power 0, pml, density", plain, [&](WaveProblem& p) {
    absorb_in_layer(p);
    dense(p);
    p.alpha = wavy_field(p.space.shape, 2, 0.3);
  });
}

inline std::vector<Kind> kinds() {
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
  WaveProblem plain = uniform_problem({30, 21}, 0.5e-3, 8, 1500, 0.35, 150);
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
  // Small enough for waves to meet the faces and come back.
  WaveProblem narrow = uniform_problem({14, 50}, 0.5e-3, 8, 1500, 0.35, 190);
  narrow.vp = wavy_field(narrow.space.shape, 1500, 0.06);
  WaveProblem box = uniform_problem({10, 9, 12}, 0.5e-3, 6, 1500, 0.35, 100);
  box.vp = wavy_field(box.space.shape, 1500, 0.06);
  add_layers_and_losses(narrow, plain, box, add);
  return out;
}

// A source off the grid and three receivers, one of them on a node.
inline WaveShot shot_in(const WaveProblem& problem) {
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

inline ac::ShotSetup setup_of(const WaveShot& shot, const std::vector<float>& wavelet) {
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
    return propagator.run(setup_, {});
  }

  WaveProblem problem_;
  WaveShot shot_;
  ac::ShotSetup setup_;
  ac::StoreSettings store_;
  Array<Real> observed_;
};

// Steps in m/s that float speeds hold exactly; zero in the outermost ring of cells, whose values reach into the sponge,
// but for a free surface.
inline std::vector<float> direction(const WaveProblem& problem) {
  Random random(11);
  std::vector<float> d(problem.vp.size());
  for (std::size_t n = 0; n < d.size(); ++n) {
    bool rim = false;
    std::size_t rest = n;
    for (std::size_t axis = problem.space.dim(); axis-- > 0; rest /= problem.space.shape[axis]) {
      const std::size_t at = rest % problem.space.shape[axis];
      const bool low = at == 0, high = at + 1 == problem.space.shape[axis];
      const auto& surface = problem.settings.free_surface;
      rim = rim || ((low || high) && !(surface && surface->axis == axis && surface->high == high));
    }
    d[n] = rim ? 0 : static_cast<float>(std::round(8 * random.normal()));
  }
  return d;
}

inline std::vector<float> moved(const std::vector<float>& vp, const std::vector<float>& d, float by) {
  std::vector<float> out = vp;
  for (std::size_t n = 0; n < out.size(); ++n) out[n] += by * d[n];
  return out;
}

// Speeds on multiples of 1/64 m/s, so that the steps above are exact.
inline WaveProblem on_lattice(WaveProblem problem) {
  for (float& v : problem.vp) v = std::round(v * 64) / 64;
  return problem;
}

template <class Real>
double directional(const Array<Real>& gradient, const std::vector<float>& d) {
  double sum = 0;
  for (std::size_t n = 0; n < d.size(); ++n) sum += static_cast<double>(gradient[n]) * static_cast<double>(d[n]);
  return sum;
}

}  // namespace stride::test
