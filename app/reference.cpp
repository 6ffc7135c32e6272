#include "app/reference.hpp"

#include <fmt/format.h>

#include <sstream>

namespace stride::app {
namespace {

const char* kind_name(spec::Kind kind) {
  switch (kind) {
    case spec::Kind::boolean:
      return "boolean";
    case spec::Kind::integer:
      return "integer";
    case spec::Kind::number:
      return "number";
    case spec::Kind::size:
      return "size";
    case spec::Kind::text:
      return "text";
    case spec::Kind::choice:
      return "choice";
    case spec::Kind::path:
      return "path";
    case spec::Kind::numbers:
      return "numbers";
    case spec::Kind::integers:
      return "integers";
    case spec::Kind::texts:
      return "texts";
    case spec::Kind::node:
      return "structure";
  }
  return "";
}

}  // namespace

std::string keys_text(const std::vector<spec::Key>& keys) {
  std::string text;
  for (const spec::Key& key : keys) text += "  " + spec::describe(key) + "\n";
  return text.empty() ? "  none\n" : text;
}

nlohmann::ordered_json keys_json(const std::vector<spec::Key>& keys) {
  auto list = nlohmann::ordered_json::array();
  for (const spec::Key& key : keys) {
    nlohmann::ordered_json one{
        {"name", key.name}, {"type", kind_name(key.kind)}, {"unit", spec::symbol(key.unit)}, {"meaning", key.meaning}};
    if (key.default_text) one["default"] = *key.default_text;
    if (key.is_required) one["required"] = true;
    if (!key.choices.empty()) one["choices"] = key.choices;
    if (key.lowest) one[key.lowest_excluded ? "above" : "at_least"] = *key.lowest;
    if (key.highest) one[key.highest_excluded ? "below" : "at_most"] = *key.highest;
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace stride::app
