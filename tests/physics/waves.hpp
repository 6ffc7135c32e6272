// Small wave problems that the tests of this folder and tests/truth run.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <numbers>
#include <vector>

#include "core/converted.hpp"
#include "core/random.hpp"
#include "physics/acoustic/propagator.hpp"
#include "runtime/threads.hpp"

namespace stride::test {

namespace ac = physics::acoustic;

// A medium, a time axis and the choices of the solver. Fields have the shape of the inner domain; `rho` and `alpha` may
// be empty.
struct WaveProblem {
  Space space;
  std::vector<float> vp, rho, alpha;
  double dt_s = 0;
  std::size_t samples = 0;
  ac::Settings settings;
};

struct WaveShot {
  std::vector<std::vector<double>> sources, receivers;  // m
  std::vector<std::vector<float>> wavelets;             // one per source
};

// Cells `spacing_m` wide, `absorbing` extra cells that absorb on every face, dt from the Courant number.
inline WaveProblem uniform_problem(const Shape& shape, double spacing_m, std::size_t absorbing, double vp,
                                   double courant, std::size_t samples) {
  WaveProblem problem;
  const std::size_t dim = shape.size();
  problem.space = {shape, std::vector<double>(dim, spacing_m), std::vector<std::size_t>(dim, absorbing),
                   std::vector<std::size_t>(dim, absorbing)};
  problem.vp.assign(element_count(shape), static_cast<float>(vp));
  problem.dt_s = courant * spacing_m / vp;
  problem.samples = samples;
  problem.settings.source_scaling = ac::SourceScaling::raw;
  return problem;
}

// Smooth, and within `part` of `value`.
inline std::vector<float> wavy_field(const Shape& shape, double value, double part) {
  std::vector<float> field(element_count(shape));
  for (std::size_t n = 0; n < field.size(); ++n) {
    double sum = 0;
    std::size_t rest = n;
    for (std::size_t axis = shape.size(); axis-- > 0; rest /= shape[axis])
      sum += std::sin(0.4 * static_cast<double>(rest % shape[axis]) + static_cast<double>(axis));
    field[n] = static_cast<float>(value * (1 + part * sum / static_cast<double>(shape.size())));
  }
  return field;
}

// (1 - 2 a) exp(-a), a = (pi f0 (t - 1.5 / f0))^2.
inline double ricker(double t_s, double f0_hz) {
  const double x = std::numbers::pi * (f0_hz * t_s - 1.5);
  return t_s < 0 ? 0 : (1 - 2 * x * x) * std::exp(-x * x);
}

inline std::vector<float> ricker_wavelet(const WaveProblem& problem, double f0_hz) {
  std::vector<float> w(problem.samples);
  for (std::size_t n = 0; n < w.size(); ++n)
    w[n] = static_cast<float>(ricker(static_cast<double>(n) * problem.dt_s, f0_hz));
  return w;
}

// The medium of a problem as the solver borrows it.
class LentMedium {
 public:
  explicit LentMedium(const WaveProblem& problem)
      : space_(problem.space), vp_(array(problem.vp)), rho_(array(problem.rho)), alpha_(array(problem.alpha)) {}

  ac::MediumView view() const {
    return {&space_, &vp_, rho_.empty() ? nullptr : &rho_, alpha_.empty() ? nullptr : &alpha_};
  }

 private:
  Array<float> array(const std::vector<float>& values) const {
    return values.empty() ? Array<float>() : Array<float>::from(space_.shape, values);
  }
  Space space_;
  Array<float> vp_, rho_, alpha_;
};

inline ac::Stability stability_of(const WaveProblem& problem) {
  return ac::assess_stability(LentMedium(problem).view(), problem.dt_s, problem.settings);
}

template <class Real>
std::shared_ptr<const ac::Model<Real>> model_of(const WaveProblem& problem, int threads = 1) {
  return std::make_shared<const ac::Model<Real>>(LentMedium(problem).view(), problem.dt_s, problem.settings,
                                                 stability_of(problem), threads);
}

// Traces (receivers, samples) of a propagator that may have run before.
template <class Real>
Array<float> run_shot(ac::Propagator<Real>& propagator, const WaveShot& shot, const ac::Monitor& monitor = {}) {
  std::vector<float> wavelets;
  for (const auto& w : shot.wavelets) wavelets.insert(wavelets.end(), w.begin(), w.end());
  ac::ShotSetup setup;
  setup.id = 7;
  setup.sources.coordinates_m = shot.sources;
  setup.receivers.coordinates_m = shot.receivers;
  for (std::size_t n = 0; n < shot.sources.size(); ++n) setup.sources.ids.push_back(static_cast<int>(n));
  for (std::size_t n = 0; n < shot.receivers.size(); ++n) setup.receivers.ids.push_back(static_cast<int>(100 + n));
  setup.wavelets = {wavelets.data(), shot.wavelets.size(), shot.wavelets.front().size()};
  return converted<float>(propagator.run(setup, monitor));
}

template <class Real>
Array<float> run_waves(const WaveProblem& problem, const WaveShot& shot, const ac::Monitor& monitor = {},
                       int threads = 1) {
  Array<float> traces;
  runtime::with_threads(threads, [&] {
    ac::Propagator<Real> propagator(model_of<Real>(problem, threads), threads);
    traces = run_shot(propagator, shot, monitor);
  });
  return traces;
}

inline std::vector<double> row_of(const Array<float>& traces, std::size_t r) {
  const auto row = traces.rows();
  return {row.row(r), row.row(r) + row.cols};
}

template <class Values>
double peak_of(const Values& values) {
  double peak = 0;
  for (const auto value : values) peak = std::max(peak, std::abs(static_cast<double>(value)));
  return peak;
}

// The largest difference over the largest value of `want`.
template <class Got, class Want>
double peak_error(const Got& got, const Want& want) {
  double error = 0;
  for (std::size_t n = 0; n < want.size(); ++n)
    error = std::max(error, std::abs(static_cast<double>(got[n]) - static_cast<double>(want[n])));
  return error / peak_of(want);
}

}  // namespace stride::test
