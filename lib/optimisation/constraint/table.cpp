#include "optimisation/constraint/table.hpp"

#include <type_traits>

#include "core/named.hpp"
#include "optimisation/constraint/constraints.hpp"
#include "optimisation/parameters.hpp"

namespace stride::optimisation {

const std::vector<ConstraintInfo>& all_constraints() {
  static const std::vector<ConstraintInfo> table = {
      constraints::bound(),
      constraints::tv(),
      constraints::tvp(),
      constraints::thresholding(),
  };
  return table;
}

const ConstraintInfo* find_constraint(const std::string& name) {
  return find_named(all_constraints(), name);
}

std::vector<std::string> constraint_names() {
  return names_of(all_constraints());
}

template <class Real>
std::unique_ptr<Constraint<Real>> make_constraint(const std::string& name, const spec::Values& values) {
  const ConstraintInfo* info = find_constraint(name);
  if (info == nullptr) throw_unknown("constraint", name, constraint_names());
  const spec::Values own = own_values("constraint " + name, info->parameters, values);
  if constexpr (std::is_same_v<Real, float>)
    return info->make_float(own);
  else
    return info->make_double(own);
}

template std::unique_ptr<Constraint<float>> make_constraint(const std::string&, const spec::Values&);
template std::unique_ptr<Constraint<double>> make_constraint(const std::string&, const spec::Values&);

}  // namespace stride::optimisation
