// The one declaration of a key: parsing, validation, help, completions and man pages all come from it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stride::spec {

enum class Kind {
  boolean,   // true or false
  integer,   // whole number
  number,    // finite number, with or without a unit
  size,      // bytes: 8G is GiB
  text,      // any text
  choice,    // one of `choices`
  path,      // file or folder: ~ and ${VAR} expand, relative to the input folders
  numbers,   // list of numbers, or one number
  integers,  // list of whole numbers, or one
  texts,     // list of texts, or one
  node,      // a structure of its own, read by whoever declares it
};

enum class Unit {
  none,
  hertz,
  seconds,
  metres,
  metres_per_second,
  kilograms_per_cubic_metre,
  decibel,
  decibel_per_centimetre,
  percent,
  periods,
  samples,
  cells,
  bytes
};

// "Hz", "s", "m", ...; "" for none.
const char* symbol(Unit unit);

// Declared as: number("f_min", Unit::hertz, "low corner of the pass-band").above(0)
struct Key {
  std::string name;
  Kind kind = Kind::text;
  Unit unit = Unit::none;
  std::string meaning;
  std::optional<std::string> default_text =
      std::nullopt;  // as it would be written in a spec; none: absent means not given
  bool is_required = false;
  std::vector<std::string> choices = {};
  std::optional<double> lowest = std::nullopt;   // smallest admissible value
  std::optional<double> highest = std::nullopt;  // largest admissible value
  bool lowest_excluded = false;                  // `lowest` itself is not admissible
  bool highest_excluded = false;

  Key by_default(std::string text) && {
    default_text = std::move(text);
    return std::move(*this);
  }
  Key required() && {
    is_required = true;
    return std::move(*this);
  }
  Key above(double bound) && {
    lowest = bound;
    lowest_excluded = true;
    return std::move(*this);
  }
  Key at_least(double bound) && {
    lowest = bound;
    lowest_excluded = false;
    return std::move(*this);
  }
  Key at_most(double bound) && {
    highest = bound;
    highest_excluded = false;
    return std::move(*this);
  }
  Key below(double bound) && {
    highest = bound;
    highest_excluded = true;
    return std::move(*this);
  }
};

inline Key boolean(std::string name, std::string meaning) {
  return {std::move(name), Kind::boolean, Unit::none, std::move(meaning)};
}
inline Key integer(std::string name, Unit unit, std::string meaning) {
  return {std::move(name), Kind::integer, unit, std::move(meaning)};
}
inline Key number(std::string name, Unit unit, std::string meaning) {
  return {std::move(name), Kind::number, unit, std::move(meaning)};
}
inline Key size(std::string name, std::string meaning) {
  return {std::move(name), Kind::size, Unit::bytes, std::move(meaning)};
}
inline Key text(std::string name, std::string meaning) {
  return {std::move(name), Kind::text, Unit::none, std::move(meaning)};
}
inline Key path(std::string name, std::string meaning) {
  return {std::move(name), Kind::path, Unit::none, std::move(meaning)};
}
inline Key numbers(std::string name, Unit unit, std::string meaning) {
  return {std::move(name), Kind::numbers, unit, std::move(meaning)};
}
inline Key integers(std::string name, Unit unit, std::string meaning) {
  return {std::move(name), Kind::integers, unit, std::move(meaning)};
}
inline Key texts(std::string name, std::string meaning) {
  return {std::move(name), Kind::texts, Unit::none, std::move(meaning)};
}
inline Key node(std::string name, std::string meaning) {
  return {std::move(name), Kind::node, Unit::none, std::move(meaning)};
}
inline Key choice(std::string name, std::vector<std::string> choices, std::string meaning) {
  Key key{std::move(name), Kind::choice, Unit::none, std::move(meaning)};
  key.choices = std::move(choices);
  return key;
}

}  // namespace stride::spec
