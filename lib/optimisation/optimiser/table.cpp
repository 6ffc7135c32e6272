#include "optimisation/optimiser/table.hpp"

#include <type_traits>

#include "core/closest_match.hpp"
#include "core/error.hpp"
#include "optimisation/optimiser/methods.hpp"
#include "spec/section_reader.hpp"

namespace stride::optimisation {
namespace {

// The values of the method's own keys, read again by their declaration: that fills in defaults and checks ranges.
spec::Values own_values(const OptimiserInfo& info, const spec::Values& values) {
  spec::Node mapping;
  mapping.kind = spec::Node::Kind::mapping;
  mapping.where = values.where();
  for (const spec::Key& key : info.parameters) {
    if (!values.has(key.name)) continue;
    auto node = std::make_shared<spec::Node>();
    node->kind = spec::Node::Kind::scalar;
    node->where = values.where(key.name);
    node->scalar = values.written(key.name);
    mapping.members.push_back({key.name, node->where, std::move(node)});
  }
  spec::Diagnostics diagnostics;
  spec::Values own = spec::read_section(mapping, "optimiser", info.parameters, diagnostics);
  diagnostics.throw_if_errors();
  return own;
}

[[noreturn]] void throw_unknown(const std::string& name) {
  const std::string near = closest_match(name, optimiser_names());
  throw Error(ErrorKind::usage, "", "there is no optimiser '" + name + "'",
              near.empty() ? "" : "did you mean " + near + "?");
}

}  // namespace

const std::vector<OptimiserInfo>& all_optimisers() {
  static const std::vector<OptimiserInfo> table = {
      methods::gradient_descent(), methods::momentum(), methods::adam(), methods::nlcg(), methods::lbfgs(),
  };
  return table;
}

const OptimiserInfo* find_optimiser(const std::string& name) {
  for (const OptimiserInfo& info : all_optimisers())
    if (info.name == name) return &info;
  return nullptr;
}

std::vector<std::string> optimiser_names() {
  std::vector<std::string> names;
  for (const OptimiserInfo& info : all_optimisers()) names.push_back(info.name);
  return names;
}

template <class Real>
std::unique_ptr<Optimiser<Real>> make_optimiser(const std::string& name, const spec::Values& values) {
  const OptimiserInfo* info = find_optimiser(name);
  if (info == nullptr) throw_unknown(name);
  if constexpr (std::is_same_v<Real, float>)
    return info->make_float(own_values(*info, values));
  else
    return info->make_double(own_values(*info, values));
}

template std::unique_ptr<Optimiser<float>> make_optimiser(const std::string&, const spec::Values&);
template std::unique_ptr<Optimiser<double>> make_optimiser(const std::string&, const spec::Values&);

}  // namespace stride::optimisation
