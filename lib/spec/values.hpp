// The parsed, checked values of one mapping of a spec.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "spec/location.hpp"
#include "spec/node.hpp"

namespace stride::spec {

// Asking for a key of another kind than declared, or for one that is absent, is a bug (std::logic_error that names the
// key); the maybe_ getters give std::nullopt for absent keys.
class Values {
 public:
  using Value = std::variant<bool, std::int64_t, double, std::string, std::vector<double>, std::vector<std::int64_t>,
                             std::vector<std::string>, std::shared_ptr<const Node>>;

  // True when the key was given or has a default.
  bool has(const std::string& key) const;
  // True when the user wrote the key.
  bool given(const std::string& key) const;
  // Where the value was written; for a default, or an absent key, where its mapping starts.
  Location where(const std::string& key) const;
  const Location& where() const { return where_; }

  // Keys must be present (given or defaulted).
  bool boolean(const std::string& key) const;
  std::int64_t integer(const std::string& key) const;
  double number(const std::string& key) const;
  const std::string& text(const std::string& key) const;  // text, choice and path
  const std::vector<double>& numbers(const std::string& key) const;
  const std::vector<std::int64_t>& integers(const std::string& key) const;
  const std::vector<std::string>& texts(const std::string& key) const;
  const Node& node(const std::string& key) const;

  std::optional<double> maybe_number(const std::string& key) const;
  std::optional<std::int64_t> maybe_integer(const std::string& key) const;
  std::optional<std::string> maybe_text(const std::string& key) const;
  bool is_true(const std::string& key) const;  // present and true
  // Present as text: for keys that take a word or an HDF5 path in place of a number (Key::or_word). The maybe_ getters
  // of numbers give nullopt then.
  bool is_text(const std::string& key) const;

  void set(const std::string& key, Value value, const Location& where, bool given);
  void set_where(const Location& where) { where_ = where; }
  // All present keys, in alphabetical order.
  std::vector<std::string> keys() const;
  // The value as it would be written in a spec (shortest number that reads back the same).
  std::string written(const std::string& key) const;

 private:
  struct Entry {
    Value value;
    Location where;
    bool given = false;
  };
  const Value& value(const std::string& key) const;

  std::map<std::string, Entry> entries_;
  Location where_;
};

}  // namespace stride::spec
