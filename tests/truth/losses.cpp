// Attenuation in dB per cm, and reciprocity.
#include <cmath>
#include <complex>

#include "physics/waves.hpp"
#include "truth/table.hpp"

namespace stride::truth {
namespace {

using test::WaveProblem;

constexpr double h = 0.4e-3, c = 1500;

double amplitude(const Array<float>& traces, std::size_t r, double dt_s, double f_hz) {
  std::complex<double> sum = 0;
  const std::vector<double> trace = test::row_of(traces, r);
  for (std::size_t n = 0; n < trace.size(); ++n)
    sum += trace[n] * std::polar(1.0, -2 * std::numbers::pi * f_hz * dt_s * static_cast<double>(n));
  return std::abs(sum);
}

struct Loss {
  double axis = 0, diagonal = 0;  // dB/cm
};

// Between receivers 10 and 40 mm from the source, beyond what a lossless medium loses on the same way.
Loss loss_at(int power, double alpha, double f_hz, ac::Kernel kernel) {
  WaveProblem lossy = test::uniform_problem({150, 150}, h, 60, c, 0.4, 560);
  lossy.settings.attenuation_power = power;
  lossy.settings.kernel = kernel;
  WaveProblem lossless = lossy;
  lossy.alpha.assign(lossy.vp.size(), static_cast<float>(alpha));
  const double from = 20 * h;
  test::WaveShot shot{{{from, from}}, {}, {test::ricker_wavelet(lossy, 0.3e6)}};
  const double near = 25 * h, far = 100 * h;
  for (const double along : {near, far}) shot.receivers.push_back({from + along, from});
  const double near_diagonal = 18 * h, far_diagonal = 71 * h;
  for (const double along : {near_diagonal, far_diagonal}) shot.receivers.push_back({from + along, from + along});
  const Array<float> with = test::run_waves<double>(lossy, shot), without = test::run_waves<double>(lossless, shot);
  const auto ratio = [&](std::size_t r) {
    return amplitude(with, r, lossy.dt_s, f_hz) / amplitude(without, r, lossy.dt_s, f_hz);
  };
  const auto db_cm = [&](std::size_t r, double way_m) {
    return -20 * std::log10(ratio(r + 1) / ratio(r)) / way_m / 100;
  };
  return {db_cm(0, far - near), db_cm(2, (far_diagonal - near_diagonal) * std::sqrt(2.0))};
}

void attenuation(Table& table) {
  table.heading("Attenuation over 30 mm: measured over given");
  for (const ac::Kernel kernel : {ac::Kernel::ot2, ac::Kernel::ot4})
    for (const int power : {0, 2})
      for (const double f : {0.2e6, 0.3e6, 0.4e6}) {
        const double alpha = power == 0 ? 1.5 : 10;
        const double given = power == 0 ? alpha : alpha * f * f * 1e-12;
        const Loss loss = loss_at(power, alpha, f, kernel);
        const std::string name =
            fmt::format("{}, power {}, {:.3g} dB/cm at {:.1f} MHz", ac::to_string(kernel), power, given, f * 1e-6);
        table.within(name + ", along an axis", loss.axis / given, 0.97, 1.03);
        table.within(name + ", along a diagonal", loss.diagonal / given, 0.97, 1.03);
      }
}

double exchange_error(const WaveProblem& problem, const std::vector<double>& a, const std::vector<double>& b,
                      double by_a, double by_b) {
  const auto w = test::ricker_wavelet(problem, 0.25e6);
  Array<float> there = test::run_waves<double>(problem, {{a}, {b}, {w}});
  Array<float> back = test::run_waves<double>(problem, {{b}, {a}, {w}});
  for (float& x : there) x = static_cast<float>(x / by_b);
  for (float& x : back) x = static_cast<float>(x / by_a);
  return test::peak_error(there, back);
}

void reciprocity(Table& table) {
  table.heading("Reciprocity, raw scaling (the source carries c^2): largest difference over the peak");
  for (const ac::Kernel kernel : {ac::Kernel::ot2, ac::Kernel::ot4}) {
    WaveProblem problem = test::uniform_problem({60, 64}, h, 20, c, 0.35, 500);
    problem.settings.kernel = kernel;
    problem.vp = test::wavy_field(problem.space.shape, c, 0.1);
    problem.rho = test::wavy_field(problem.space.shape, 1000, 0.3);
    const std::vector<double> a{11 * h, 9 * h}, b{50 * h, 41 * h};
    const std::size_t at_a = 11 * 64 + 9, at_b = 50 * 64 + 41;
    const std::string name = ac::to_string(kernel);
    table.at_most(name + ", each trace over rho where it is read",
                  exchange_error(problem, a, b, problem.rho[at_a], problem.rho[at_b]), 1e-5);
    const auto square = [](double x) { return x * x; };
    table.note(name + ", each trace over c^2 rho where it is read",
               exchange_error(problem, a, b, square(problem.vp[at_a]) * problem.rho[at_a],
                              square(problem.vp[at_b]) * problem.rho[at_b]));
    table.note(name + ", density varied, traces as they are", exchange_error(problem, a, b, 1, 1));
    problem.rho.clear();
    table.at_most(name + ", no density, corner to corner", exchange_error(problem, {0, 0}, {59 * h, 63 * h}, 1, 1),
                  1e-5);
    problem.settings.interpolation = ac::Interpolation::hicks;
    table.at_most(name + ", no density, hicks off the grid",
                  exchange_error(problem, {11.3 * h, 9.7 * h}, {50.1 * h, 41.4 * h}, 1, 1), 1e-5);
  }
}

}  // namespace

void check_losses(Table& table) {
  attenuation(table);
  reciprocity(table);
}

}  // namespace stride::truth
