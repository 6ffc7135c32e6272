// The gradient with respect to density and attenuation, and what keeping the fields for it takes.
#include <doctest/doctest.h>

#include <cmath>

#include "physics/acoustic/gradient.hpp"
#include "physics/gradient_problems.hpp"

using namespace stride;
using namespace stride::test;

namespace {

struct Agreement {
  double best;   // least relative difference to central differences of the loss
  double order;  // of the remainder after the first
};

// Along a direction in one field of the medium, from steps of `largest` down to a 512th.
Agreement agreement(const WaveProblem& problem, std::vector<float> WaveProblem::*field,
                    Array<double> ac::ShotGradient<double>::*part, float largest) {
  Misfit<double> misfit(problem);
  const std::vector<float> d = direction(problem);
  const double slope = directional(misfit.gradient().*part, d), here = misfit.value_in(problem);
  const auto value = [&](float by) {
    WaveProblem other = problem;
    other.*field = moved(problem.*field, d, by);
    return misfit.value_in(other);
  };
  Agreement out{1, 0};
  std::vector<double> rest;
  for (float by = largest; by >= largest / 512; by /= 8) {
    const double up = value(by), down = value(-by), h = static_cast<double>(by);
    out.best = std::min(out.best, std::abs((up - down) / (2 * h) - slope) / std::abs(slope));
    rest.push_back(std::abs(up - here - h * slope));
  }
  out.order = std::log(rest[0] / rest[2]) / std::log(64.0);
  return out;
}

// Multiples of `grain`, so that steps of multiples of it are exact.
std::vector<float> rounded(std::vector<float> values, float grain) {
  for (float& v : values) v = std::round(v / grain) * grain;
  return values;
}

double relative_error(const Array<float>& got, const Array<double>& want) {
  double difference = 0, norm = 0;
  for (std::size_t n = 0; n < want.size(); ++n) {
    difference += std::pow(static_cast<double>(got[n]) - want[n], 2);
    norm += want[n] * want[n];
  }
  return std::sqrt(difference / norm);
}

}  // namespace

TEST_CASE("gradient: rho agrees with differences of the loss, to second order") {
  for (const Kind& kind : kinds()) {
    if (kind.problem.rho.empty()) continue;
    CAPTURE(kind.name);
    WaveProblem problem = kind.problem;
    problem.rho = rounded(problem.rho, 0x1p-9F);
    const Agreement found = agreement(problem, &WaveProblem::rho, &ac::ShotGradient<double>::rho, 1);
    CHECK(found.best <= 1e-6);
    CHECK(found.order >= 1.9);
  }
}

TEST_CASE("gradient: alpha agrees with differences of the loss, to second order") {
  for (const Kind& kind : kinds()) {
    if (kind.problem.alpha.empty()) continue;
    CAPTURE(kind.name);
    WaveProblem problem = kind.problem;
    problem.alpha = rounded(problem.alpha, 0x1p-14F);
    const Agreement found = agreement(problem, &WaveProblem::alpha, &ac::ShotGradient<double>::alpha, 0x1p-4F);
    CHECK(found.best <= 1e-6);
    CHECK(found.order >= 1.9);
  }
}

TEST_CASE("gradient: what a medium does not have has none") {
  const auto gradient = Misfit<float>(kinds().front().problem).gradient();
  CHECK(gradient.rho.size() == 0);
  CHECK(gradient.alpha.size() == 0);
}

TEST_CASE("gradient: single precision with density, layers and losses") {
  for (const Kind& kind : kinds()) {
    if (kind.problem.rho.empty() && kind.problem.settings.boundary != ac::Boundary::pml && kind.problem.alpha.empty())
      continue;
    CAPTURE(kind.name);
    const auto want = Misfit<double>(kind.problem).gradient();
    const auto got = Misfit<float>(kind.problem).gradient();
    CHECK(relative_error(got.vp, want.vp) <= 1e-3);
    if (got.rho.size() > 0) CHECK(relative_error(got.rho, want.rho) <= 1e-3);
    if (got.alpha.size() > 0) CHECK(relative_error(got.alpha, want.alpha) <= 1e-3);
  }
}

TEST_CASE("gradient: the bytes that are told are those that are kept; the pressure only with a density") {
  for (const Kind& kind : kinds()) {
    CAPTURE(kind.name);
    const auto model = model_of<float>(kind.problem);
    const ac::ModelData<float>& data = model->data();
    const bool rho = !kind.problem.rho.empty(), alpha = !kind.problem.alpha.empty();
    const auto told = [&](std::size_t samples) {
      return ac::Propagator<float>::gradient_bytes(kind.problem.space, kind.problem.settings, data.kernel, rho, alpha,
                                                   samples, {});
    };
    const ac::KeptFields<float> kept(data, 102, {});
    CHECK(kept.acceleration.bytes() + kept.change.bytes() + kept.pressure.bytes() == told(102) - told(2));
    CHECK((kept.pressure.bytes() > 0) == rho);
    CHECK((kept.change.bytes() > 0) == alpha);
  }
}
