#include "optimisation/optimiser/precondition.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/random.hpp"

using namespace stride;
using namespace stride::optimisation;

namespace {

Array<float> random_field(std::uint64_t seed, double scale = 1) {
  Random random(seed);
  Array<float> field = Array<float>::uninitialised({12, 9});
  for (float& value : field) value = static_cast<float>(scale * (0.1 + random.uniform()));
  return field;
}

bool same(const Array<float>& a, const Array<float>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

double mean(const Array<float>& field) {
  double sum = 0;
  for (const float value : field) sum += static_cast<double>(value);
  return sum / static_cast<double>(field.size());
}

}  // namespace

TEST_CASE("precondition: the gradient is divided by 1 plus an energy whose mean is the scale") {
  const Array<float> before = random_field(1);
  Array<float> gradient = before.clone(), energy = random_field(2);
  precondition(gradient, energy, 4);
  CHECK(mean(energy) == doctest::Approx(4).epsilon(1e-6));
  for (std::size_t n = 0; n < gradient.size(); ++n) CHECK(gradient[n] == before[n] / (1 + energy[n]));
}

TEST_CASE("precondition: a uniform energy divides by 1 plus the scale, up to the edges") {
  Array<float> gradient = random_field(1), energy = Array<float>::zeros({12, 9});
  const Array<float> before = gradient.clone();
  std::fill(energy.begin(), energy.end(), 3e-7F);
  precondition(gradient, energy, 4);
  for (std::size_t n = 0; n < gradient.size(); ++n) CHECK(gradient[n] == doctest::Approx(before[n] / 5).epsilon(1e-6));
}

TEST_CASE("precondition: a strong cell is smoothed over its neighbours, and damps more than those far away") {
  Array<float> gradient = Array<float>::zeros({12, 9}), energy = Array<float>::zeros({12, 9});
  std::fill(gradient.begin(), gradient.end(), 1.0F);
  energy[6 * 9 + 4] = 1;
  precondition(gradient, energy, 4);
  // exp(-1/2) of the peak one cell away, exp(-1) diagonally.
  CHECK(energy[6 * 9 + 5] / energy[6 * 9 + 4] == doctest::Approx(std::exp(-0.5)).epsilon(1e-5));
  CHECK(energy[7 * 9 + 5] / energy[6 * 9 + 4] == doctest::Approx(std::exp(-1.0)).epsilon(1e-5));
  CHECK(gradient[6 * 9 + 4] < gradient[6 * 9 + 5]);
  CHECK(gradient[0] == doctest::Approx(1));
}

TEST_CASE("precondition: the size of the energy does not matter, however small it is") {
  Array<float> gradient = random_field(1), energy = random_field(2);
  precondition(gradient, energy, 4);
  for (const double scale : {1e-36, 1e-20, 1e30}) {
    Array<float> other = random_field(1), scaled = random_field(2, scale);
    precondition(other, scaled, 4);
    for (std::size_t n = 0; n < gradient.size(); ++n)
      CHECK(other[n] == doctest::Approx(gradient[n]).epsilon(scale < 1e-30 ? 1e-4 : 1e-5));
  }
}

TEST_CASE("precondition: scale 0 and an energy of zero leave every bit alone") {
  const Array<float> before = random_field(1), field = random_field(2);
  Array<float> gradient = before.clone(), energy = field.clone(), none = Array<float>::zeros({12, 9});
  precondition(gradient, energy, 0);
  CHECK(same(gradient, before));
  CHECK(same(energy, field));
  precondition(gradient, none, 4);
  CHECK(same(gradient, before));
}
