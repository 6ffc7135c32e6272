// The penalties, one file each; table.cpp lists them. m is the field; differences are per cell (or sample), whatever
// its length, so that a weight depends on the spacing.
#pragma once

#include "optimisation/penalty/penalty.hpp"

namespace stride::optimisation::penalties {

// 1/2 sum m^2 (Tikhonov's penalty of order 0), in the square of the field's unit.
PenaltyInfo smooth();

// 1/2 sum (G m)^2 with G the slope along `axis`: central differences (m_{k+1} - m_{k-1})/2, one-sided ones at both
// ends, m_1 - m_0 and m_{n-1} - m_{n-2}. The derivative is G'G m with the exact transpose, ends included. In the square
// of the field's unit per cell.
PenaltyInfo smooth_time();

// 1/2 sum over all axes of (m_{k+1} - m_k)^2 (Tikhonov's penalty of order 1: Tikhonov and Arsenin, 1977, Solutions of
// Ill-posed Problems; in waveform inversion Asnaashari et al., 2013, Geophysics 78(2), R25-R36). In the square of the
// field's unit per cell.
PenaltyInfo tikhonov();

}  // namespace stride::optimisation::penalties
