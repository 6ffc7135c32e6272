// The constraints, one file each; table.cpp lists them.
#pragma once

#include "optimisation/constraint/table.hpp"

namespace stride::optimisation::constraints {

// x clipped to [min, max], the projection on the box; an absent side is open. Error(usage) when both are absent or
// min > max.
ConstraintInfo bound();

// The minimiser u of 1/2 |u - x|^2 + weight TV(u), TV the sum over the cells of the length of the gradient (forward
// differences, per cell, isotropic), by the projection algorithm of Chambolle (2004, J. Math. Imaging Vis. 20, 89-97)
// with step 1/(2 dim); then multiplied so that its norm is that of x. It ends when |u - x|^2 + weight TV(u) changes by
// no more than `tolerance` of its first value, or after `max_iterations`. Takes 1 + dim more fields.
ConstraintInfo tv();

// The minimiser u of 1/2 |u - x|^2 + weight sum over the axes of |D_a u|_1, D_a forward differences per cell
// (anisotropic total variation). Along one axis it is exact, by dynamic programming (Johnson, 2013, J. Comput. Graph.
// Stat. 22, 246-260); the axes are combined by proximal Dykstra cycles (Bauschke and Combettes, 2008, Pacific J. Optim.
// 4, 383-391; Barbero and Sra, 2018, J. Mach. Learn. Res. 19(56), 1-82). It ends when a cycle changes u by no more than
// `tolerance` of its norm, or after `max_iterations` cycles. Takes 1 + dim more fields.
ConstraintInfo tvp();

// Cell by cell, x moved towards zero (Donoho and Johnstone, 1994, Biometrika 81, 425-455; garrote: Gao, 1998, J.
// Comput. Graph. Stat. 7, 469-488). With |x| < value: `substitute`; else soft: x (1 - value/|x|), garrote: x (1 -
// value^2/|x|^2), hard and substitute: x.
ConstraintInfo thresholding();

}  // namespace stride::optimisation::constraints
