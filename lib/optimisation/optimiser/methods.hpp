// The methods, one file each; table.cpp lists them.
#pragma once

#include "optimisation/optimiser/table.hpp"

namespace stride::optimisation::methods {

// d = g (Cauchy, 1847).
OptimiserInfo gradient_descent();

// d_k = momentum d_{k-1} + g_k (Polyak, 1964, USSR Comp. Math. Math. Phys. 4(5), 1-17, with the step taken out).
OptimiserInfo momentum();

// Adam (Kingma and Ba, 2015, ICLR, algorithm 1): with m = beta1 m + (1 - beta1) g, v = beta2 v + (1 - beta2) g^2,
// d = m / (1 - beta1^k) / (sqrt(v / (1 - beta2^k)) + epsilon), element by element.
OptimiserInfo adam();

// Nonlinear conjugate gradients, d_k = g_k + beta d_{k-1}, beta = max(0, <g_k, g_k - g_{k-1}> / <g_{k-1}, g_{k-1}>)
// (Polak and Ribiere, 1969; PR+: Gilbert and Nocedal, 1992, SIAM J. Optim. 2, 21-42). Starts again from the gradient
// when |<g_k, g_{k-1}>| >= 0.2 <g_k, g_k> (Powell, 1977, Math. Program. 12, 241-254) and when d does not go downhill.
OptimiserInfo nlcg();

// L-BFGS by the two-loop recursion (Nocedal, 1980, Math. Comp. 35, 773-782; Nocedal and Wright, 2006, algorithm 7.4,
// first scaling by equation 7.20). Pairs s, y come from the parameters and gradients of the calls themselves, so that
// a projection in between counts; one without enough curvature, <s, y> <= 1e-8 |s| |y|, is left out.
OptimiserInfo lbfgs();

}  // namespace stride::optimisation::methods
