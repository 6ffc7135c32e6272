// The gradient of every way of stepping: vp, rho, alpha and wavelets.
#include <functional>

#include "exactness/taylor.hpp"
#include "physics/gradient_problems.hpp"

namespace stride::exactness {
namespace {

using test::WaveProblem;
namespace ac = physics::acoustic;

struct Way {
  std::string name;
  std::function<void(WaveProblem&)> choose;
};

const std::vector<Way> kernels{{"OT2", [](WaveProblem& p) { p.settings.kernel = ac::Kernel::ot2; }},
                               {"OT4", [](WaveProblem& p) { p.settings.kernel = ac::Kernel::ot4; }}};

const std::vector<Way> boundaries{
    {"sponge", [](WaveProblem&) {}},
    {"sponge_stride", [](WaveProblem& p) { p.settings.boundary = ac::Boundary::sponge_stride; }},
    {"pml", test::absorb_in_layer},
    {"free surface",
     [](WaveProblem& p) {
       p.settings.free_surface = ac::FreeSurface{0, false};
     }},
    {"pml, free surface",
     [](WaveProblem& p) {
       test::absorb_in_layer(p);
       p.settings.free_surface = ac::FreeSurface{p.space.dim() - 1, true};
     }},
    {"compat: stride", [](WaveProblem& p) {
       p.settings.boundary = ac::Boundary::sponge_stride;
       p.settings.compat_stride = true;
     }}};

std::vector<float> rounded(std::vector<float> values, float grain) {
  for (float& v : values) v = std::round(v / grain) * grain;
  return values;
}

const std::vector<Way> media{
    {"constant density", [](WaveProblem&) {}},
    {"density", [](WaveProblem& p) { p.rho = rounded(test::wavy_field(p.space.shape, 1000, 0.2), 0x1p-9F); }},
    {"alpha, power 0", [](WaveProblem& p) { p.alpha = rounded(test::wavy_field(p.space.shape, 2, 0.3), 0x1p-14F); }},
    {"density, alpha, power 2", [](WaveProblem& p) {
       p.rho = rounded(test::wavy_field(p.space.shape, 1000, 0.2), 0x1p-9F);
       p.settings.attenuation_power = 2;
       p.alpha = rounded(test::wavy_field(p.space.shape, 20, 0.3), 0x1p-14F);
     }}};

const std::vector<Way> points{{"linear", [](WaveProblem&) {}},
                              {"hicks", [](WaveProblem& p) { p.settings.interpolation = ac::Interpolation::hicks; }}};

const std::vector<Way> scalings{
    {"raw", [](WaveProblem&) {}},
    {"pressure", [](WaveProblem& p) { p.settings.source_scaling = ac::SourceScaling::pressure; }},
    {"pressure, dw/dt", [](WaveProblem& p) {
       p.settings.source_scaling = ac::SourceScaling::pressure;
       p.settings.diff_source = true;
     }}};

// Small enough for waves to meet the faces and come back.
WaveProblem small(std::size_t dim) {
  WaveProblem problem = dim == 2 ? test::uniform_problem({14, 42}, 0.5e-3, 8, 1500, 0.35, 170)
                                 : test::uniform_problem({10, 9, 12}, 0.5e-3, 6, 1500, 0.3, 90);
  problem.vp = test::wavy_field(problem.space.shape, 1500, 0.06);
  return problem;
}

template <class Real>
double transposes_apart(const WaveProblem& problem) {
  const test::WaveShot shot = test::shot_in(problem);
  Random random(3);
  std::vector<float> wavelet(problem.samples);
  for (float& w : wavelet) w = static_cast<float>(random.normal());
  const ac::ShotSetup setup = test::setup_of(shot, wavelet);
  ac::Propagator<Real> propagator(test::model_of<Real>(problem), 1);
  const Array<Real> traces = propagator.run_and_keep(setup, {}, {});
  Array<Real> y = Array<Real>::uninitialised(traces.shape());
  for (Real& value : y) value = static_cast<Real>(random.normal());
  const Array<Real>& lent = y;
  const Array<Real> back = propagator.gradient(setup, lent.rows(), {}).wavelets;
  return dot_error(traces, y, wavelet, back);
}

// Of 0.5 |traces|^2, which is a square in the wavelet.
Agreement along_wavelet(const WaveProblem& problem) {
  const test::WaveShot shot = test::shot_in(problem);
  const std::vector<float>& wavelet = shot.wavelets[0];
  Random random(8);
  std::vector<float> d(wavelet.size());
  for (float& value : d) value = static_cast<float>(std::round(8 * random.normal())) / 8;
  ac::Propagator<double> propagator(test::model_of<double>(problem), 1);
  const auto loss = [&](double by, Array<double>* gradient) {
    std::vector<float> moved(wavelet.size());
    // On a lattice that holds the steps exactly.
    for (std::size_t n = 0; n < moved.size(); ++n)
      moved[n] = std::round(wavelet[n] * 0x1p14F) * 0x1p-14F + static_cast<float>(by) * d[n];
    const ac::ShotSetup setup = test::setup_of(shot, moved);
    const Array<double> traces = propagator.run_and_keep(setup, {}, {});
    if (gradient != nullptr) *gradient = propagator.gradient(setup, traces.rows(), {}).wavelets;
    return 0.5 * test::dot(traces.data(), traces.data(), traces.size());
  };
  Array<double> gradient;
  loss(0, &gradient);
  return agreement(test::directional(gradient, d), 1, [&](double by) { return loss(by, nullptr); });
}

template <class Real>
Agreement along(test::Misfit<Real>& misfit, std::vector<float> WaveProblem::*field, const Array<Real>& gradient,
                double largest) {
  const std::vector<float> d = test::direction(misfit.problem());
  return agreement(test::directional(gradient, d), largest, [&](double by) {
    WaveProblem other = misfit.problem();
    other.*field = test::moved(misfit.problem().*field, d, static_cast<float>(by));
    return misfit.value_in(other);
  });
}

// In single precision, against the derivative in double and against differences of the losses. Those are rounded to
// 1e-7 of themselves: the derivative is taken where it is large, along the gradient.
void add_in_float(Figures& figures, const WaveProblem& problem, const Array<double>& exact) {
  double sum = 0;
  std::vector<float> d(exact.size());
  const std::vector<float> inside = test::direction(problem);
  for (const double value : exact) sum += value * value / static_cast<double>(exact.size());
  for (std::size_t n = 0; n < d.size(); ++n)
    d[n] = inside[n] == 0 ? 0 : static_cast<float>(std::round(8 * exact[n] / std::sqrt(sum)));
  test::Misfit<float> misfit(problem);
  const Array<float> gradient = misfit.gradient().vp;
  const double derivative = test::directional(gradient, d);
  figures.at_most("f32, vp: against the derivative in f64", std::abs(derivative / test::directional(exact, d) - 1),
                  most_error_float);
  double best = 1;
  for (float by = 1; by >= 1.0F / 64; by /= 2) {
    const double difference =
        (misfit.value(test::moved(problem.vp, d, by)) - misfit.value(test::moved(problem.vp, d, -by))) /
        (2 * static_cast<double>(by));
    best = std::min(best, std::abs(difference / derivative - 1));
  }
  figures.at_most("f32, vp: against differences", best, most_error_float);
}

struct Combination {
  std::string name;
  WaveProblem problem;
};

void check_one(Figures& figures, const Combination& combination) {
  const WaveProblem& problem = combination.problem;
  test::Misfit<double> misfit(problem);
  const ac::ShotGradient<double> gradient = misfit.gradient();
  add(figures, "vp", along(misfit, &WaveProblem::vp, gradient.vp, 0x1p-2));
  if (!problem.rho.empty()) add(figures, "rho", along(misfit, &WaveProblem::rho, gradient.rho, 1));
  if (!problem.alpha.empty()) add(figures, "alpha", along(misfit, &WaveProblem::alpha, gradient.alpha, 0x1p-4));
  add(figures, "wavelets", along_wavelet(problem));
  figures.at_most("dot product", transposes_apart<double>(problem), most_dot);
  add_in_float(figures, problem, gradient.vp);
  figures.at_most("f32, dot product", transposes_apart<float>(problem), most_dot_float);
}

}  // namespace

// In 2-D at order 10 all combinations; at the other orders, and in 3-D, all of kernels, boundaries and media, with
// interpolations and scalings in turn.
void check_media(Rows& rows) {
  std::vector<Combination> all_of_them;
  std::size_t turn = 0;
  for (const std::size_t dim : {2, 3})
    for (const int order : {10, 4, 8, 12})
      for (const Way& kernel : kernels)
        for (const Way& boundary : boundaries)
          for (const Way& medium : media) {
            const std::size_t rest = points.size() * scalings.size();
            const bool all = dim == 2 && order == 10;
            // 5 has no divisor in common with the 6 pairs: all of them have their turn.
            turn += 5;
            for (std::size_t k = 0; k < (all ? rest : 1); ++k) {
              const std::size_t pair = (all ? k : turn) % rest;
              const Way& point = points[pair % points.size()];
              const Way& scaling = scalings[pair / points.size()];
              WaveProblem problem = small(dim);
              problem.settings.space_order = order;
              for (const Way* way : {&kernel, &boundary, &medium, &point, &scaling}) way->choose(problem);
              all_of_them.push_back({fmt::format("{}-D {} order {} {}; {}; {} {}", dim, kernel.name, order,
                                                 boundary.name, medium.name, point.name, scaling.name),
                                     test::on_lattice(problem)});
            }
          }
  check_each(rows, all_of_them, check_one);
}

}  // namespace stride::exactness
