#include "optimisation/penalty/penalty.hpp"

#include <type_traits>

#include "core/error.hpp"
#include "optimisation/parameters.hpp"
#include "optimisation/penalty/table.hpp"

namespace stride::optimisation {

template <class Real>
double Penalty<Real>::add(const Array<Real>& field, Array<Real>& gradient) const {
  if (field.shape() != gradient.shape())
    throw Error(ErrorKind::data, "",
                "penalty " + name() + ": the field is " + to_string(field.shape()) + ", its gradient " +
                    to_string(gradient.shape()),
                "give both one shape");
  return field.empty() ? 0 : weight_ * evaluate(field, gradient);
}

template <class Real>
std::unique_ptr<Penalty<Real>> make_penalty(const std::string& name, double weight, const spec::Values& values) {
  const PenaltyInfo* info = find_penalty(name);
  if (info == nullptr) throw_unknown("penalty", name, penalty_names());
  if (!(weight >= 0))
    throw Error(ErrorKind::usage, "", "penalty " + name + ": the weight is " + std::to_string(weight),
                "give a weight of at least 0");
  const spec::Values own = own_values("penalty " + name, info->parameters, values);
  if constexpr (std::is_same_v<Real, float>)
    return info->make_float(weight, own);
  else
    return info->make_double(weight, own);
}

template class Penalty<float>;
template class Penalty<double>;
template std::unique_ptr<Penalty<float>> make_penalty(const std::string&, double, const spec::Values&);
template std::unique_ptr<Penalty<double>> make_penalty(const std::string&, double, const spec::Values&);

}  // namespace stride::optimisation
