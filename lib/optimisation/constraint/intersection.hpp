// Several constraints at once.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "optimisation/constraint/constraint.hpp"

namespace stride::optimisation {

struct IntersectionOptions {
  double tolerance = 1e-6;
  int min_iterations = 1;
  int max_iterations = 1000;
};

struct IntersectionOutcome {
  int iterations = 0;
  bool converged = false;  // by the tolerance, not by max_iterations
};

// The nearest field x of all sets to x0, by Dykstra's algorithm (Boyle and Dykstra, 1986, Lecture Notes in Statistics
// 37, 28-47): cycles through the projections in their order, each of which is first given back what it took away one
// cycle ago. It ends when 1/2 |x0 - x|^2 changes by no more than `tolerance` of itself from one cycle to the next,
// after min_iterations (the algorithm may stand still for some cycles and move again: raise min_iterations then). The
// last constraint holds exactly, the others as nearly as the tolerance says: let a bound be the last. One constraint is
// projected on once; none leaves the field alone. Takes one more field, and one per constraint.
template <class Real>
class Intersection final : public Constraint<Real> {
 public:
  explicit Intersection(std::vector<std::unique_ptr<Constraint<Real>>> constraints, IntersectionOptions options = {});

  std::string name() const override { return "dykstra"; }
  void project(Array<Real>& field) const override { intersect(field); }
  // The same, and how it went.
  IntersectionOutcome intersect(Array<Real>& field) const;

 private:
  std::vector<std::unique_ptr<Constraint<Real>>> constraints_;
  IntersectionOptions options_;
};

}  // namespace stride::optimisation
