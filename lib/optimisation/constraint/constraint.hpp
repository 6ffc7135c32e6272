// A set that the model is held in: after each step it is moved to a nearest (or a simpler) model of that set.
#pragma once

#include <memory>
#include <string>

#include "core/array.hpp"
#include "spec/values.hpp"

namespace stride::optimisation {

// All work in place on a field of 1 to 3 axes, the grid in C order, in the field's own unit. Sums are made in double in
// a fixed order; nothing depends on the number of threads. Threads may share a constraint.
template <class Real>
class Constraint {
 public:
  virtual ~Constraint() = default;
  Constraint(const Constraint&) = delete;
  Constraint& operator=(const Constraint&) = delete;

  virtual std::string name() const = 0;
  // An empty field stays empty. A NaN stays one, or spreads over the field.
  virtual void project(Array<Real>& field) const = 0;

 protected:
  Constraint() = default;
};

// Made with `values`, which may hold other keys too; a parameter that they lack takes its default. Error(usage) for a
// name that is not in the table (the nearest one is told), for values out of range and required ones that are missing.
template <class Real>
std::unique_ptr<Constraint<Real>> make_constraint(const std::string& name, const spec::Values& values);

}  // namespace stride::optimisation
