#include "signal/fir.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <numbers>

#include "core/error.hpp"
#include "signal/windows.hpp"

namespace stride::signal {
namespace {

// 2 f sinc(2 f x): the taps of an ideal low-pass with corner f.
double ideal_low_pass(double f, double x) {
  if (x == 0) return 2 * f;
  return std::sin(2 * std::numbers::pi * f * x) / (std::numbers::pi * x);
}

}  // namespace

KaiserDesign kaiser_design(double attenuation_db, double width) {
  assert(width > 0 && width < 1);
  if (!(attenuation_db >= 8))
    throw Error(ErrorKind::usage, "", fmt::format("a Kaiser filter of {} dB attenuation", attenuation_db),
                "give 8 dB or more");
  KaiserDesign design;
  const double a = attenuation_db;
  if (a > 50)
    design.beta = 0.1102 * (a - 8.7);
  else if (a > 21)
    design.beta = 0.5842 * std::pow(a - 21, 0.4) + 0.07886 * (a - 21);
  const double taps = std::ceil((a - 7.95) / 2.285 / (std::numbers::pi * width) + 1);
  design.taps = static_cast<std::size_t>(taps) / 2 * 2 + 1;
  return design;
}

std::vector<double> kaiser_fir(Pass pass, double low, double high, double attenuation_db, double width) {
  assert(pass == Pass::low || (low > 0 && low < 0.5));
  assert(pass == Pass::high || (high > 0 && high < 0.5));
  assert(pass != Pass::band || low < high);
  const KaiserDesign design = kaiser_design(attenuation_db, width);
  const double lower = pass == Pass::low ? 0 : low, upper = pass == Pass::high ? 0.5 : high;
  const double centre = pass == Pass::low ? 0 : pass == Pass::high ? 0.5 : 0.5 * (low + high);
  const double half = static_cast<double>(design.taps - 1) / 2;
  std::vector<double> taps = kaiser(design.taps, design.beta);
  double gain = 0;
  for (std::size_t i = 0; i < taps.size(); ++i) {
    const double x = static_cast<double>(i) - half;
    taps[i] *= ideal_low_pass(upper, x) - ideal_low_pass(lower, x);
    gain += taps[i] * std::cos(2 * std::numbers::pi * centre * x);
  }
  for (double& tap : taps) tap /= gain;
  return taps;
}

long round_half_even(double x) {
  return std::lrint(x);
}

std::size_t cos_half_period(double f) {
  assert(f > 0);
  return static_cast<std::size_t>(round_half_even(1 / (2 * f)));
}

std::vector<double> cos_weights(std::size_t half_period) {
  const std::size_t count = 2 * half_period + 1;
  std::vector<double> weights(count);
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    weights[i] = 1 - std::cos(2 * std::numbers::pi * static_cast<double>(i + 1) / static_cast<double>(count + 1));
    sum += weights[i];
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

}  // namespace stride::signal
