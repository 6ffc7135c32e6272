// Regular arrangements of transducers.
#pragma once

#include <cstddef>
#include <vector>

#include "core/space.hpp"

namespace stride::problem {

// One position per location, in order of their ids from 0; m from node 0 of the inner domain, one number per axis.
using Points = std::vector<std::vector<double>>;

// Length of the inner domain along each axis, (shape - 1) * spacing, m.
std::vector<double> domain_lengths(const Space& space);
// Its middle, m.
std::vector<double> domain_centre(const Space& space);
// Half axes of the default ring and ellipsoid, m: (L - 15 mm)/2 on each axis, on axis 1 in 2-D (L - 13 mm)/2. Not
// positive where the domain is too short for the margin.
std::vector<double> default_radius(const Space& space);

// Point k of an ellipse at the angle 2 pi k/num: centre + radius * (cos, sin). Two axes.
Points ellipse(std::size_t num, const std::vector<double>& radius, const std::vector<double>& centre);

// Golden-angle (Fibonacci) lattice on an ellipsoid with its cap at the low end of axis 2 cut off. Three axes. The whole
// lattice has M = ceil(num / (1 - threshold)) points; point i is centre + radius * (s cos(i g), s sin(i g), z) with
// z = 1 - (2 i + 1)/M, s = sqrt(1 - z^2), g = pi (3 - sqrt(5)), so that equal numbers of points cover equal heights. z
// falls with i: the first `num` are kept, always exactly that many. 0 <= threshold < 1 (Gonzalez, Math. Geosci. 42,
// 2010).
Points ellipsoid(std::size_t num, const std::vector<double>& radius, const std::vector<double>& centre,
                 double threshold);

// Equally spaced from `start` to `end`, both included, num[k] along axis k, the last axis varying fastest. One along an
// axis stands at `start`.
Points grid(const std::vector<std::size_t>& num, const std::vector<double>& start, const std::vector<double>& end);

// `num` equally spaced on the straight line from `start` to `end`, both included; one stands at `start`.
Points line(std::size_t num, const std::vector<double>& start, const std::vector<double>& end);

}  // namespace stride::problem
