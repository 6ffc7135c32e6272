#include "signal/notch.hpp"

#include <cassert>
#include <cmath>
#include <numbers>

namespace stride::signal {

SosFilter resonance_inverse(double f, double quality) {
  assert(f > 0 && f < 0.5 && quality > 0);
  const double w = 2 * std::numbers::pi * f;
  const double zero = std::exp(-w / (2 * quality)), pole = std::exp(-w);
  const Section section{1.0, -2 * zero * std::cos(w), zero * zero, -2 * pole, pole * pole};
  const double gain = (1 - pole) * (1 - pole) / (section.b0 + section.b1 + section.b2);
  return {gain, {section}};
}

}  // namespace stride::signal
