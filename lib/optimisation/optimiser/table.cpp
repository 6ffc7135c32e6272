#include "optimisation/optimiser/table.hpp"

#include <type_traits>

#include "core/named.hpp"
#include "optimisation/optimiser/methods.hpp"
#include "optimisation/parameters.hpp"

namespace stride::optimisation {
const std::vector<OptimiserInfo>& all_optimisers() {
  static const std::vector<OptimiserInfo> table = {
      methods::gradient_descent(), methods::momentum(), methods::adam(), methods::nlcg(), methods::lbfgs(),
  };
  return table;
}

const OptimiserInfo* find_optimiser(const std::string& name) {
  return find_named(all_optimisers(), name);
}

std::vector<std::string> optimiser_names() {
  return names_of(all_optimisers());
}

template <class Real>
std::unique_ptr<Optimiser<Real>> make_optimiser(const std::string& name, const spec::Values& values) {
  const OptimiserInfo* info = find_optimiser(name);
  if (info == nullptr) throw_unknown("optimiser", name, optimiser_names());
  if constexpr (std::is_same_v<Real, float>)
    return info->make_float(own_values("optimiser", info->parameters, values));
  else
    return info->make_double(own_values("optimiser", info->parameters, values));
}

template std::unique_ptr<Optimiser<float>> make_optimiser(const std::string&, const spec::Values&);
template std::unique_ptr<Optimiser<double>> make_optimiser(const std::string&, const spec::Values&);

}  // namespace stride::optimisation
