// The explicit list of constraints, in help order. Adding one: its file, one row in table.cpp, one test.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "optimisation/constraint/constraint.hpp"
#include "spec/key.hpp"
#include "spec/values.hpp"

namespace stride::optimisation {

struct ConstraintInfo {
  std::string name;                   // `type` in the spec; the source file and the test have the same name
  std::string summary;                // one line
  std::string details;                // a paragraph: formula and source
  std::vector<spec::Key> parameters;  // of its own; those that the spec's constraints declare are the same there
  // From the values of `parameters`, complete; use make_constraint.
  std::function<std::unique_ptr<Constraint<float>>(const spec::Values&)> make_float;
  std::function<std::unique_ptr<Constraint<double>>(const spec::Values&)> make_double;
};

const std::vector<ConstraintInfo>& all_constraints();
// The constraint of that name, or nullptr.
const ConstraintInfo* find_constraint(const std::string& name);
std::vector<std::string> constraint_names();

// Fills in both makers from a class template with a constructor (const spec::Values&).
template <template <class> class C>
ConstraintInfo with_makers(ConstraintInfo info) {
  info.make_float = [](const spec::Values& v) -> std::unique_ptr<Constraint<float>> {
    return std::make_unique<C<float>>(v);
  };
  info.make_double = [](const spec::Values& v) -> std::unique_ptr<Constraint<double>> {
    return std::make_unique<C<double>>(v);
  };
  return info;
}

}  // namespace stride::optimisation
