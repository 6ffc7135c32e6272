// Butterworth filters as cascaded second-order sections, in double precision whatever the samples' type.
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

#include "core/array.hpp"

namespace stride::signal {

enum class Pass { low, high, band };

// H(z) = (b0 + b1/z + b2/z^2) / (1 + a1/z + a2/z^2). The numerators of a Butterworth filter are 1 - 1/z^2 (band),
// (1 + 1/z)^2 (low), (1 - 1/z)^2 (high), and 1 + 1/z or 1 - 1/z for the single real pole of an odd order; others run
// more slowly.
struct Section {
  double b0 = 1, b1 = 0, b2 = 0, a1 = 0, a2 = 0;
};

struct SosFilter {
  double gain = 1;  // applied once
  std::vector<Section> sections;
};

// Bilinear transform with pre-warped corners (Oppenheim and Schafer, ch. 7). Corners in cycles per sample, in (0, 0.5);
// `low` is unused for low-pass, `high` for high-pass. A band-pass of order n has n sections, the others (n+1)/2.
// Corners outside (0, 0.5) or low >= high are a bug of the caller (assertion).
SosFilter butterworth(int order, Pass pass, double low, double high);
// Its poles (both of each pair), for tests.
std::vector<std::complex<double>> poles(const SosFilter& filter);

// Causal, from zero initial state, in place, each row by itself (its bits do not depend on the other rows); a
// non-finite sample spoils its row from there on only. Subnormal numbers count as zero.
template <class Real>
void filter_causal(const SosFilter& filter, Rows<Real> traces);
// Its transpose: reverse time, filter, reverse time.
template <class Real>
void filter_causal_adjoint(const SosFilter& filter, Rows<Real> traces);

// Samples by which filter_zero_phase extends each end: 51 for an order-8 band-pass, 27 for low- and high-pass.
std::size_t zero_phase_pad(const SosFilter& filter);
// Forward and backward with odd extension and steady-state initial conditions. cols must exceed the pad (assertion).
template <class Real>
void filter_zero_phase(const SosFilter& filter, Rows<Real> traces);
// Its transpose, extension and initial conditions included.
template <class Real>
void filter_zero_phase_adjoint(const SosFilter& filter, Rows<Real> traces);

}  // namespace stride::signal
