// The energy of a modelled field, from snapshots.
#pragma once

#include <cstddef>
#include <vector>

#include "physics/waves.hpp"

namespace stride::truth {

namespace ac = physics::acoustic;

// 2-D. With W = 1/(rho vp^2), the operator A that is stepped and the damping g, a step of OT2 or OT4 conserves
//   E = sum W ((u+ - u)^2 - u+ dt^2 A' u + dt^2 g^2 u+ u),   A' = A or A + dt^2/12 A A,
// where g is zero, and lets it fall elsewhere. Differences are written out here, not taken from the solver.
class Energy {
 public:
  explicit Energy(const test::WaveProblem& problem, ac::Kernel kernel);

  // Of two fields on the extended domain, one step apart.
  double of(const Array<float>& now, const Array<float>& next) const;

 private:
  std::vector<double> apply(const std::vector<double>& u) const;  // dt^2 A u

  std::size_t rows_, cols_, reach_;
  bool dense_, fourth_;
  std::vector<double> m_, rho_, weight_, sponge_;
  double ratio_[2];  // (h of a row / h of the axis)^2
};

}  // namespace stride::truth
