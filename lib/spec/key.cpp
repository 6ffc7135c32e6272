#include "spec/key.hpp"

#include "spec/scalars.hpp"

namespace stride::spec {
namespace {

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

std::string bounds(const Key& key) {
  std::string text;
  if (key.lowest) text += (key.lowest_excluded ? ", > " : ", >= ") + format_number(*key.lowest);
  if (key.highest) text += (key.highest_excluded ? ", < " : ", <= ") + format_number(*key.highest);
  return text;
}

}  // namespace

const char* in_words(Kind kind) {
  switch (kind) {
    case Kind::boolean:
      return "true or false";
    case Kind::integer:
      return "whole number";
    case Kind::number:
      return "number";
    case Kind::size:
      return "size";
    case Kind::text:
      return "text";
    case Kind::choice:
      return "choice";
    case Kind::path:
      return "path";
    case Kind::numbers:
      return "number or list of numbers";
    case Kind::integers:
      return "whole number or list of whole numbers";
    case Kind::texts:
      return "text or list of texts";
    case Kind::node:
      return "structure";
  }
  return "";
}

std::string describe(const Key& key) {
  std::string text = key.name + " (";
  text += key.kind == Kind::choice ? joined(key.choices, " | ") : in_words(key.kind);
  if (!key.words.empty()) text += " or " + joined(key.words, " or ");
  if (key.or_hdf5_path) text += " or HDF5 path";
  if (key.unit != Unit::none) text += std::string(", ") + symbol(key.unit);
  text += bounds(key);
  if (!key.other_key.empty()) text += "; with " + key.other_key + " " + joined(key.other_values, ", ");
  if (key.is_required) text += "; required";
  if (key.default_text) text += "; default " + *key.default_text;
  return text + "): " + key.meaning;
}

}  // namespace stride::spec
