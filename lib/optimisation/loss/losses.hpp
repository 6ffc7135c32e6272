// The losses, one file each; table.cpp lists them. m and o are a modelled and an observed trace, r = m - o their
// residual, sums run over the samples, and the loss of a shot is the sum over its traces. No factor of dt.
#pragma once

#include "optimisation/loss/loss.hpp"

namespace stride::optimisation::losses {

// 1/2 sum r^2 (Tarantola, 1984, Geophysics 49, 1259-1266). In the square of the traces' unit.
LossInfo l2();

// 1 - <m, o> / (|m||o|), in [0, 2], for any amplitude of either (the global correlation norm of Choi and Alkhalifah,
// 2012, Geophysical Prospecting 60, 748-758, plus 1). A trace with m = 0 or o = 0 contributes nothing.
LossInfo ncc();

// 1/2 sum (e(m) - e(o))^2 with the envelope e(x) = sqrt(x^2 + H[x]^2), H the Hilbert transform over the record (Bozdag,
// Trampert and Tromp, 2011, Geophys. J. Int. 185, 845-870; Wu, Luo and Wu, 2014, Geophysics 79(3), WA13-WA24). A sample
// with e(m) = 0 has no derivative; 0 is taken. In the square of the traces' unit.
LossInfo envelope();

// The difference of exponentiated instantaneous phases, 1/2 sum w |u(m) - u(o)|^2, u(x) = a / sqrt(|a|^2 + eps^2) with
// the analytic signal a = x + i H[x] (Yuan, Bozdag, Ciardelli, Gao and Simons, 2020, Geophys. J. Int. 221, 1145-1164),
// weighted by the observed envelope w = |a(o)|. Unlike angles, u does not jump. eps is `water_level` times the root
// mean square of the trace's own |a|: smooth where the envelope vanishes, and unchanged when m is multiplied by a
// number above 0. A trace with o = 0 contributes nothing; m = 0 has u = 0 and no derivative: 0. In the traces' unit.
LossInfo phase();

// The squared 2-Wasserstein distance in time, in s^2, of the two traces made densities (Engquist and Froese, 2014,
// Commun. Math. Sci. 12, 979-988; Yang, Engquist, Sun and Hamfeldt, 2018, Geophysics 83(1), R43-R62). Each sample is a
// cell of length dt with the mass f(x) = log(1 + exp(b x)) + 1e-6 (softplus: Engquist and Yang, 2022, Comm. Pure Appl.
// Math. 75, 2201-2247), divided by the trace's sum; b = `sharpness` / max|o|. Between the piecewise linear
// distribution functions the integral of the squared difference of times is exact, and so is its derivative, the mean
// over each cell of the Kantorovich potential. A trace with o = 0 contributes nothing.
LossInfo wasserstein();

// sum of r^2/2 where |r| <= d, d (|r| - d/2) elsewhere (Huber, 1973, Ann. Statist. 1, 799-821; Guitton and Symes, 2003,
// Geophysics 68, 1310-1319); d is `delta` times ShotFacts::observed_rms. All observed traces zero: nothing counts.
LossInfo huber();

// sum of (k s^2/2) log(1 + r^2/(k s^2)): the negative logarithm of Student's t with k = `degrees` and the scale s,
// `scale` times ShotFacts::observed_rms, times k s^2/(k + 1), so that it is l2 for small r and for large k (Aravkin,
// van Leeuwen and Herrmann, 2011, SEG Technical Program Expanded Abstracts, 2591-2595). All observed traces zero:
// nothing counts.
LossInfo student_t();

}  // namespace stride::optimisation::losses
