// Separable Gaussian smoothing of fields.
#pragma once

#include <cstddef>
#include <vector>

#include "core/array.hpp"

namespace stride::signal {

// Normalised weights at offsets -r..r, r = int(4 sigma + 0.5); {1} for sigma <= 0.
std::vector<double> gaussian_weights(double sigma_cells);
// What stands beyond the edges: the edge value again (SciPy's nearest), or the field mirrored about the face between
// the edge and its image (SciPy's reflect).
enum class Edges { repeated, reflected };

// Axis by axis; one sigma per axis of the field (assertion), in cells; sums in double, rounded to Real
// after each axis. sigma <= 0: that axis is left alone.
template <class Real>
void smooth(Array<Real>& field, const std::vector<double>& sigma_cells, Edges edges = Edges::repeated);
// The transpose with repeated edges (which they make differ from smooth itself).
template <class Real>
void smooth_adjoint(Array<Real>& field, const std::vector<double>& sigma_cells);

}  // namespace stride::signal
