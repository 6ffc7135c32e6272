#include "optimisation/parameters.hpp"

#include <memory>
#include <utility>

#include "core/closest_match.hpp"
#include "core/error.hpp"
#include "spec/section_reader.hpp"

namespace stride::optimisation {

spec::Values own_values(const std::string& path, const std::vector<spec::Key>& keys, const spec::Values& values) {
  spec::Node mapping;
  mapping.kind = spec::Node::Kind::mapping;
  mapping.where = values.where();
  for (const spec::Key& key : keys) {
    if (!values.has(key.name)) continue;
    auto node = std::make_shared<spec::Node>();
    node->kind = spec::Node::Kind::scalar;
    node->where = values.where(key.name);
    node->scalar = values.written(key.name);
    mapping.members.push_back({key.name, node->where, std::move(node)});
  }
  spec::Diagnostics diagnostics;
  spec::Values own = spec::read_section(mapping, path, keys, diagnostics);
  diagnostics.throw_if_errors();
  return own;
}

void throw_unknown(const std::string& kind, const std::string& name, const std::vector<std::string>& known) {
  const std::string near = closest_match(name, known);
  throw Error(ErrorKind::usage, "", "there is no " + kind + " '" + name + "'",
              near.empty() ? "" : "did you mean " + near + "?");
}

}  // namespace stride::optimisation
