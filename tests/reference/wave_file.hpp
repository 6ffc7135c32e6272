// What the files of reference waves and gradients have in common.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/space.hpp"
#include "physics/acoustic/shot_setup.hpp"
#include "reference/h5_tree.hpp"

namespace stride::reference {

inline std::vector<double> numbers(const Attribute& attribute) {
  if (const auto* list = std::get_if<std::vector<double>>(&attribute)) return *list;
  return {std::get<double>(attribute)};
}

inline Space read_space(const H5Tree& tree) {
  const auto attributes = tree.attributes("/");
  Space space;
  const auto cells = [&](const char* name) {
    std::vector<std::size_t> out;
    for (const double value : numbers(attributes.at(name))) out.push_back(static_cast<std::size_t>(value));
    return out;
  };
  space.shape = cells("shape");
  space.extra = cells("extra");
  space.absorbing = cells("absorbing");
  space.spacing_m = numbers(attributes.at("spacing"));
  return space;
}

// The rows of a table of coordinates, numbered from 0.
inline physics::acoustic::Points points(const H5Tree& tree, const std::string& path) {
  const Array<double> table = tree.read<double>(path);
  physics::acoustic::Points out;
  for (std::size_t p = 0; p < table.shape()[0]; ++p) {
    out.coordinates_m.emplace_back(table.data() + p * table.shape()[1], table.data() + (p + 1) * table.shape()[1]);
    out.ids.push_back(static_cast<int>(p));
  }
  return out;
}

}  // namespace stride::reference
