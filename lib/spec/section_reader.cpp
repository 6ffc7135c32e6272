#include "spec/section_reader.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/closest_match.hpp"
#include "spec/paths.hpp"
#include "spec/scalars.hpp"
#include "spec/yaml_reader.hpp"

namespace stride::spec {
namespace {

const char* in_words(Node::Kind kind) {
  switch (kind) {
    case Node::Kind::null:
      return "nothing";
    case Node::Kind::scalar:
      return "a single value";
    case Node::Kind::sequence:
      return "a list";
    case Node::Kind::mapping:
      return "a mapping";
  }
  return "";
}

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

// "must be > 0, got 0" when the value is out of the key's range, else "".
std::string explain_range(const Key& key, double value, const std::string& written) {
  const bool too_low = key.lowest && (value < *key.lowest || (key.lowest_excluded && value == *key.lowest));
  if (too_low)
    return std::string("must be ") + (key.lowest_excluded ? "> " : ">= ") + format_number(*key.lowest) + ", got " +
           written;
  const bool too_high = key.highest && (value > *key.highest || (key.highest_excluded && value == *key.highest));
  if (too_high)
    return std::string("must be ") + (key.highest_excluded ? "< " : "<= ") + format_number(*key.highest) + ", got " +
           written;
  return "";
}

// Reads single values of one key; problems go to the diagnostics.
class Reader {
 public:
  Reader(const Key& key, Diagnostics& diagnostics) : key_(key), diagnostics_(diagnostics) {}

  bool read(const Node& node, const std::string& path, Values::Value& value) {
    if (key_.kind == Kind::node) {
      value = std::make_shared<const Node>(node);
      return true;
    }
    if (node.kind == Node::Kind::null) return fail(node, path, "has no value; write one, or remove the key");
    if (takes_text(node)) {
      value = node.scalar;
      return true;
    }
    switch (key_.kind) {
      case Kind::numbers:
        return read_list<double>(node, path, value);
      case Kind::integers:
        return read_list<std::int64_t>(node, path, value);
      case Kind::texts:
        return read_list<std::string>(node, path, value);
      default:
        return read_one(node, path, value);
    }
  }

 private:
  bool fail(const Node& node, const std::string& path, const std::string& what) {
    diagnostics_.error(node.where, path, what);
    return false;
  }

  // The node is a word or an HDF5 path that this key takes in place of a number.
  bool takes_text(const Node& node) const {
    if (node.kind != Node::Kind::scalar) return false;
    if (key_.or_hdf5_path && node.scalar.starts_with('/')) return true;
    return std::find(key_.words.begin(), key_.words.end(), node.scalar) != key_.words.end();
  }

  std::string with_words(const std::string& problem) const {
    return key_.words.empty() ? problem : problem + " (or the word " + joined(key_.words, " or ") + ")";
  }

  template <class T>
  bool accept(const Node& node, const std::string& path, const Scalar<T>& read, T& value) {
    std::string problem = with_words(read.problem);
    if (read.ok()) {
      if constexpr (!std::is_same_v<T, bool>)
        problem = explain_range(key_, static_cast<double>(read.value), node.scalar);
      else
        problem.clear();
    }
    if (!problem.empty()) return fail(node, path, problem);
    value = read.value;
    return true;
  }

  bool is_unquoted(const Node& node, const std::string& path, const char* due) {
    if (!node.quoted) return true;
    return fail(node, path, std::string("must be ") + due + ", got the text '" + node.scalar + "'; remove the quotes");
  }

  bool read_scalar(const Node& node, const std::string& path, double& value) {
    return is_unquoted(node, path, "a number") && accept(node, path, parse_number(node.scalar, key_.unit), value);
  }

  bool read_scalar(const Node& node, const std::string& path, std::int64_t& value) {
    if (!is_unquoted(node, path, key_.kind == Kind::size ? "a size" : "a whole number")) return false;
    return accept(node, path, key_.kind == Kind::size ? parse_size(node.scalar) : parse_integer(node.scalar, key_.unit),
                  value);
  }

  bool read_scalar(const Node& node, const std::string& path, std::string& value) {
    if (key_.kind == Kind::path) {
      const Expanded expanded = expand_path(node.scalar);
      if (!expanded.problem.empty()) return fail(node, path, expanded.problem);
      value = expanded.path;
      return true;
    }
    if (key_.kind == Kind::choice) {
      const auto& all = key_.choices;
      if (std::find(all.begin(), all.end(), node.scalar) == all.end()) {
        const std::string near = closest_match(node.scalar, all);
        return fail(node, path,
                    "must be one of " + joined(all, ", ") + ", got '" + node.scalar + "'" +
                        (near.empty() ? "" : "; did you mean '" + near + "'?"));
      }
    }
    value = node.scalar;
    return true;
  }

  bool read_scalar(const Node& node, const std::string& path, bool& value) {
    return is_unquoted(node, path, "true or false") && accept(node, path, parse_boolean(node.scalar), value);
  }

  template <class T>
  bool read_as(const Node& node, const std::string& path, Values::Value& value) {
    T read{};
    if (!read_scalar(node, path, read)) return false;
    value = std::move(read);
    return true;
  }

  bool read_one(const Node& node, const std::string& path, Values::Value& value) {
    if (node.kind != Node::Kind::scalar)
      return fail(node, path,
                  with_words(std::string("must be a single value (") + stride::spec::in_words(key_.kind) + "), got " +
                             in_words(node.kind)));
    switch (key_.kind) {
      case Kind::boolean:
        return read_as<bool>(node, path, value);
      case Kind::integer:
      case Kind::size:
        return read_as<std::int64_t>(node, path, value);
      case Kind::number:
        return read_as<double>(node, path, value);
      default:
        return read_as<std::string>(node, path, value);
    }
  }

  template <class T>
  bool read_list(const Node& node, const std::string& path, Values::Value& value) {
    std::vector<T> list;
    if (node.kind == Node::Kind::scalar) {
      list.resize(1);
      if (!read_scalar(node, path, list[0])) return false;
      value = std::move(list);
      return true;
    }
    if (node.kind != Node::Kind::sequence)
      return fail(node, path,
                  with_words(std::string("must be a ") + stride::spec::in_words(key_.kind) + ", got a mapping"));
    if (node.items.empty()) return fail(node, path, "is an empty list; name at least one entry, or remove the key");
    bool ok = true;
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      const Node& item = *node.items[i];
      const std::string item_path = path + "[" + std::to_string(i) + "]";
      T one{};
      if (item.kind != Node::Kind::scalar)
        ok = fail(item, item_path, std::string("must be a single value, got ") + in_words(item.kind));
      else if (read_scalar(item, item_path, one))
        list.push_back(std::move(one));
      else
        ok = false;
    }
    if (ok) value = std::move(list);
    return ok;
  }

  const Key& key_;
  Diagnostics& diagnostics_;
};

// The declared default, read as a spec would be; one that cannot be read is a bug of the declaration.
Values::Value default_value(const Key& key) {
  Diagnostics problems;
  std::shared_ptr<Node> node;
  const std::string& text = *key.default_text;
  if (text.starts_with('[') || text.starts_with('{')) {
    node = read_yaml(text, "default", problems);
  } else {
    node = std::make_shared<Node>();
    node->kind = Node::Kind::scalar;
    node->scalar = text;
  }
  Values::Value value;
  if (node == nullptr || !Reader(key, problems).read(*node, key.name, value))
    throw std::logic_error("the declared default of the spec key is not admissible:\n" + problems.render(false));
  return value;
}

std::string dotted(const std::string& path, const std::string& key) {
  return path.empty() ? key : path + "." + key;
}

std::string explain_unknown(const std::string& name, const std::vector<Key>& keys,
                            const std::vector<std::string>& ignored) {
  std::vector<std::string> known = ignored;
  for (const Key& key : keys) known.push_back(key.name);
  if (name.find(':') != std::string::npos) return "unknown key; a space is due after ':'";
  const std::string near = closest_match(name, known);
  if (!near.empty()) return "unknown key; did you mean '" + near + "'?";
  return known.empty() ? "unknown key; none is known here" : "unknown key; known here: " + joined(known, ", ");
}

enum class Belonging { yes, no, unknown };

// Whether a key goes with what its mapping says elsewhere; not known when that was wrong or is absent.
Belonging belonging(const Key& key, const Node& mapping, const Values& values) {
  if (key.other_key.empty()) return Belonging::yes;
  const bool is_wrong = mapping.find(key.other_key) != nullptr && !values.given(key.other_key);
  if (is_wrong || !values.has(key.other_key)) return Belonging::unknown;
  const auto& all = key.other_values;
  return std::find(all.begin(), all.end(), values.text(key.other_key)) == all.end() ? Belonging::no : Belonging::yes;
}

// One key of a mapping: the member written, or its default.
void read_key(const Key& key, const Member* member, const Node& mapping, const std::string& path,
              Diagnostics& diagnostics, Values& values) {
  const std::string key_path = dotted(path, key.name);
  const Belonging belongs = belonging(key, mapping, values);
  if (member != nullptr && belongs == Belonging::no) {
    diagnostics.error(member->key_where, key_path,
                      "does not go with " + key.other_key + " " + values.text(key.other_key) + ", only with " +
                          joined(key.other_values, ", ") + "; remove it");
  } else if (member != nullptr) {
    Values::Value value;
    if (read_value(*member->value, key_path, key, diagnostics, value))
      values.set(key.name, std::move(value), member->value->where, true);
    else if (key.default_text && belongs == Belonging::yes)
      // Later checks may count on a key that has a default.
      values.set(key.name, default_value(key), member->value->where, false);
  } else if (belongs == Belonging::yes) {
    if (key.default_text) values.set(key.name, default_value(key), mapping.where, false);
    if (key.is_required && mapping.kind == Node::Kind::mapping)
      diagnostics.error(mapping.where, key_path, "is missing; add " + describe(key));
  }
}

}  // namespace

bool read_value(const Node& node, const std::string& path, const Key& key, Diagnostics& diagnostics,
                Values::Value& value) {
  return Reader(key, diagnostics).read(node, path, value);
}

Values read_section(const Node& mapping, const std::string& path, const std::vector<Key>& keys,
                    Diagnostics& diagnostics, const std::vector<std::string>& ignored) {
  Values values;
  values.set_where(mapping.where);
  if (mapping.kind != Node::Kind::mapping)
    diagnostics.error(mapping.where, path,
                      std::string("must be a mapping (key: value lines), got ") + in_words(mapping.kind));
  std::vector<const Member*> read(keys.size(), nullptr);
  for (const Member& member : mapping.members) {
    if (std::find(ignored.begin(), ignored.end(), member.key) != ignored.end()) continue;
    const auto key = std::find_if(keys.begin(), keys.end(), [&](const Key& k) { return k.name == member.key; });
    if (key == keys.end())
      diagnostics.error(member.key_where, dotted(path, member.key), explain_unknown(member.key, keys, ignored));
    else
      read[static_cast<std::size_t>(key - keys.begin())] = &member;
  }
  // Keys that depend on another one come after it.
  for (const bool dependent : {false, true})
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (keys[i].other_key.empty() != dependent) read_key(keys[i], read[i], mapping, path, diagnostics, values);
  return values;
}

}  // namespace stride::spec
