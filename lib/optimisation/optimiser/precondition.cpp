#include "optimisation/optimiser/precondition.hpp"

#include <vector>

#include "operators/reductions.hpp"
#include "signal/smoothing.hpp"

namespace stride::optimisation {

void precondition(Array<float>& gradient, Array<float>& energy, double prec_scale) {
  if (prec_scale == 0) return;
  // Energies of slow fields (m/s per Pa and the like) may be far from 1: before sums are rounded, they are brought
  // there.
  const double largest = operators::largest_magnitude(energy.data(), energy.size());
  if (!(largest > 0)) return;
  operators::scale(energy.data(), energy.size(), 1 / largest);
  signal::smooth(energy, std::vector<double>(energy.rank(), 1.0), signal::Edges::reflected);
  double sum = 0;
  for (const float value : energy) sum += static_cast<double>(value);
  operators::scale(energy.data(), energy.size(), prec_scale * static_cast<double>(energy.size()) / sum);
  for (std::size_t n = 0; n < gradient.size(); ++n) gradient[n] /= 1 + energy[n];
}

}  // namespace stride::optimisation
