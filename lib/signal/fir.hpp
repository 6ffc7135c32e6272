// Kaiser-window FIR filters and the raised-cosine ("cos") low-pass.
#pragma once

#include <cstddef>
#include <vector>

#include "core/array.hpp"
#include "signal/iir.hpp"

namespace stride::signal {

struct KaiserDesign {
  std::size_t taps = 0;  // odd
  double beta = 0;
};

// Kaiser's formulae (Oppenheim and Schafer, ch. 7); `width` is the transition as a fraction of Nyquist, in (0, 1).
// Error(usage) for an attenuation below 8 dB, where they do not hold.
KaiserDesign kaiser_design(double attenuation_db, double width);
// Linear-phase taps, unit gain at the centre of the pass-band (0 for low, Nyquist for high). Corners in cycles per
// sample, in (0, 0.5), low < high (assertions).
std::vector<double> kaiser_fir(Pass pass, double low, double high, double attenuation_db = 30, double width = 0.05);

// The 2P+1 weights 1 - cos(2 pi i/(2P+2)), i = 1..2P+1, sum 1; P = round_half_even(1/(2 f)), f > 0 in cycles per
// sample (assertion).
std::size_t cos_half_period(double f);
std::vector<double> cos_weights(std::size_t half_period);

// Causal convolution y[n] = sum_k taps[k] x[n-k], zeros outside, in place, each row by itself. Sums are in double.
// Direct up to 512 taps; by FFT above, and then never for a row with a non-finite sample (direct there).
template <class Real>
void convolve_causal(const std::vector<double>& taps, Rows<Real> traces);
template <class Real>
void convolve_causal_adjoint(const std::vector<double>& taps, Rows<Real> traces);

// Centred convolution y[n] = sum_k taps[k] x[n+P-k], P = taps/2, zeros outside. Taps are odd in number (assertion).
// Symmetric taps: its own transpose.
template <class Real>
void convolve_centred(const std::vector<double>& taps, Rows<Real> traces);

// Forward and backward with odd extension of 3*taps samples and steady-state initial conditions, as a zero-phase IIR
// has. cols must exceed the pad (assertion).
std::size_t fir_zero_phase_pad(const std::vector<double>& taps);
template <class Real>
void fir_zero_phase(const std::vector<double>& taps, Rows<Real> traces);
template <class Real>
void fir_zero_phase_adjoint(const std::vector<double>& taps, Rows<Real> traces);

// Half to even, as the field's Python tools round.
long round_half_even(double x);

}  // namespace stride::signal
