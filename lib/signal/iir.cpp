#include "signal/iir.hpp"

#include <cassert>
#include <cmath>
#include <numbers>

#include "signal/iir_kernel.hpp"

namespace stride::signal {
namespace {

using Complex = std::complex<double>;

// A pair of analogue poles: a conjugate pair, or two real ones.
struct PolePair {
  Complex first, second;
};

// Upper half of the unit circle's Butterworth poles, the most damped first; an odd order has one more at -1.
std::vector<Complex> prototype_upper_half(int order) {
  std::vector<Complex> upper;
  for (int k = order / 2; k > 0; --k)
    upper.push_back(-std::polar(1.0, -std::numbers::pi * (order + 1 - 2 * k) / (2.0 * order)));
  return upper;
}

// Roots of s^2 - bandwidth p s + centre^2, the small one without cancellation.
PolePair band_poles(Complex p, double bandwidth, double centre_squared) {
  const Complex half = 0.5 * bandwidth * p;
  Complex root = std::sqrt(half * half - centre_squared);
  if (std::real(std::conj(half) * root) < 0) root = -root;
  const Complex large = half + root;
  return {large, centre_squared / large};
}

// The most resonant pairs last, so that nothing grows before the others have damped it. A band-pass takes its lower and
// upper edge in turn: after each two sections the pass-band is level again, and rounding errors stay small however wide
// it is.
std::vector<PolePair> analogue_pairs(int order, Pass pass, double low, double high) {
  std::vector<PolePair> pairs;
  const std::vector<Complex> upper = prototype_upper_half(order);
  if (pass == Pass::band) {
    if (order % 2 == 1) pairs.push_back(band_poles(-1.0, high - low, low * high));
    for (const Complex p : upper) {
      const PolePair roots = band_poles(p, high - low, low * high);
      pairs.push_back({roots.second, std::conj(roots.second)});
      pairs.push_back({roots.first, std::conj(roots.first)});
    }
    return pairs;
  }
  for (const Complex p : upper) {
    const Complex pole = pass == Pass::low ? high * p : low / p;
    pairs.push_back({pole, std::conj(pole)});
  }
  return pairs;
}

Complex bilinear(Complex s) {
  return (1.0 + s) / (1.0 - s);
}

}  // namespace

SosFilter butterworth(int order, Pass pass, double low, double high) {
  assert(order >= 1);
  assert(pass == Pass::low || (low > 0 && low < 0.5));
  assert(pass == Pass::high || (high > 0 && high < 0.5));
  assert(pass != Pass::band || low < high);
  const double w_low = std::tan(std::numbers::pi * low), w_high = std::tan(std::numbers::pi * high);

  SosFilter filter;
  const double b1 = pass == Pass::band ? 0.0 : pass == Pass::low ? 2.0 : -2.0;
  const double b2 = pass == Pass::band ? -1.0 : 1.0;
  if (pass != Pass::band && order % 2 == 1) {
    const double pole = pass == Pass::low ? -w_high : -w_low;
    filter.sections.push_back({1.0, b1 / 2, 0.0, -std::real(bilinear(pole)), 0.0});
    filter.gain /= 1 - pole;
  }
  for (const PolePair& pair : analogue_pairs(order, pass, w_low, w_high)) {
    const Complex p = bilinear(pair.first), q = bilinear(pair.second);
    filter.sections.push_back({1.0, b1, b2, -std::real(p + q), std::real(p * q)});
    filter.gain /= std::real((1.0 - pair.first) * (1.0 - pair.second));
  }
  if (pass != Pass::high) filter.gain *= std::pow(pass == Pass::low ? w_high : w_high - w_low, order);
  return filter;
}

std::vector<Complex> poles(const SosFilter& filter) {
  std::vector<Complex> result;
  for (const Section& c : filter.sections) {
    const Complex root = std::sqrt(Complex(0.25 * c.a1 * c.a1 - c.a2));
    result.push_back(-0.5 * c.a1 + root);
    result.push_back(-0.5 * c.a1 - root);
  }
  return result;
}

template <class Real>
void filter_causal(const SosFilter& filter, Rows<Real> traces) {
  detail::run_sections(detail::kernels().front(), filter, traces, detail::Direction::forward);
}

template <class Real>
void filter_causal_adjoint(const SosFilter& filter, Rows<Real> traces) {
  detail::run_sections(detail::kernels().front(), filter, traces, detail::Direction::backward);
}

template void filter_causal(const SosFilter&, Rows<float>);
template void filter_causal(const SosFilter&, Rows<double>);
template void filter_causal_adjoint(const SosFilter&, Rows<float>);
template void filter_causal_adjoint(const SosFilter&, Rows<double>);

}  // namespace stride::signal
