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
  std::vector<std::string> words = {};         // admissible in place of a number, list or size: "auto", "all"
  std::string other_key = {};                  // this key goes with certain values of another one of its mapping only:
  std::vector<std::string> other_values = {};  // then alone it is admissible, required, or defaulted
  bool or_hdf5_path = false;  // numbers: the path of a dataset or attribute ("/time/step") may stand instead

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
  // The value may be this word; it is then stored as text (see Values::is_text).
  Key or_word(std::string word) && {
    words.push_back(std::move(word));
    return std::move(*this);
  }
  // The key belongs to these values of the choice `key` only: `cycles` to the type tone_burst.
  Key only_with(std::string key, std::vector<std::string> values) && {
    other_key = std::move(key);
    other_values = std::move(values);
    return std::move(*this);
  }
  // The value may be an HDF5 path, which starts with '/'; it is then stored as text.
  Key or_path_in_file() && {
    or_hdf5_path = true;
    return std::move(*this);
  }
};

// "number", "list of whole numbers", "true or false", ...: the kind in words.
const char* in_words(Kind kind);

// One line for help: "f_min (number, Hz, > 0; default 1): low corner of the pass-band".
std::string describe(const Key& key);

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
