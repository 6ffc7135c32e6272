#include "spec/values.hpp"

#include <stdexcept>
#include <utility>

#include "spec/emit.hpp"
#include "spec/scalars.hpp"

namespace stride::spec {
namespace {

[[noreturn]] void report_bug(const std::string& key, const char* what) {
  throw std::logic_error("spec key '" + key + "' " + what);
}

template <class T>
const T& get(const Values::Value& value, const std::string& key) {
  const T* found = std::get_if<T>(&value);
  if (found == nullptr) report_bug(key, "was asked for as another kind than it has");
  return *found;
}

std::string scalar_text(const std::string& text) {
  Node node;
  node.kind = Node::Kind::scalar;
  node.scalar = text;
  node.quoted = true;
  return flow_yaml(node);
}

template <class T, class F>
std::string list_text(const std::vector<T>& list, F one) {
  std::string text;
  for (const T& item : list) text += (text.empty() ? "" : ", ") + one(item);
  return "[" + text + "]";
}

struct Writer {
  std::string operator()(bool v) const { return v ? "true" : "false"; }
  std::string operator()(std::int64_t v) const { return std::to_string(v); }
  std::string operator()(double v) const { return format_number(v); }
  std::string operator()(const std::string& v) const { return scalar_text(v); }
  std::string operator()(const std::vector<double>& v) const { return list_text(v, format_number); }
  std::string operator()(const std::vector<std::int64_t>& v) const {
    return list_text(v, [](std::int64_t i) { return std::to_string(i); });
  }
  std::string operator()(const std::vector<std::string>& v) const { return list_text(v, scalar_text); }
  std::string operator()(const std::shared_ptr<const Node>& v) const { return v == nullptr ? "null" : flow_yaml(*v); }
};

}  // namespace

bool Values::has(const std::string& key) const {
  return entries_.contains(key);
}

bool Values::given(const std::string& key) const {
  const auto found = entries_.find(key);
  return found != entries_.end() && found->second.given;
}

Location Values::where(const std::string& key) const {
  const auto found = entries_.find(key);
  return found == entries_.end() ? where_ : found->second.where;
}

const Values::Value& Values::value(const std::string& key) const {
  const auto found = entries_.find(key);
  if (found == entries_.end()) report_bug(key, "was asked for and is absent");
  return found->second.value;
}

bool Values::boolean(const std::string& key) const {
  return get<bool>(value(key), key);
}
std::int64_t Values::integer(const std::string& key) const {
  return get<std::int64_t>(value(key), key);
}
double Values::number(const std::string& key) const {
  return get<double>(value(key), key);
}
const std::string& Values::text(const std::string& key) const {
  return get<std::string>(value(key), key);
}
const std::vector<double>& Values::numbers(const std::string& key) const {
  return get<std::vector<double>>(value(key), key);
}
const std::vector<std::int64_t>& Values::integers(const std::string& key) const {
  return get<std::vector<std::int64_t>>(value(key), key);
}
const std::vector<std::string>& Values::texts(const std::string& key) const {
  return get<std::vector<std::string>>(value(key), key);
}
const Node& Values::node(const std::string& key) const {
  const auto& pointer = get<std::shared_ptr<const Node>>(value(key), key);
  if (pointer == nullptr) report_bug(key, "holds no node");
  return *pointer;
}

std::optional<double> Values::maybe_number(const std::string& key) const {
  if (!has(key) || is_text(key)) return std::nullopt;
  return number(key);
}

std::optional<std::int64_t> Values::maybe_integer(const std::string& key) const {
  if (!has(key) || is_text(key)) return std::nullopt;
  return integer(key);
}

std::optional<std::string> Values::maybe_text(const std::string& key) const {
  if (!has(key)) return std::nullopt;
  return text(key);
}

bool Values::is_true(const std::string& key) const {
  return has(key) && boolean(key);
}

bool Values::is_text(const std::string& key) const {
  const auto found = entries_.find(key);
  return found != entries_.end() && std::holds_alternative<std::string>(found->second.value);
}

void Values::set(const std::string& key, Value value, const Location& where, bool given) {
  entries_[key] = Entry{std::move(value), where, given};
}

std::vector<std::string> Values::keys() const {
  std::vector<std::string> names;
  names.reserve(entries_.size());
  for (const auto& [name, entry] : entries_) names.push_back(name);
  return names;
}

std::string Values::written(const std::string& key) const {
  return std::visit(Writer{}, value(key));
}

}  // namespace stride::spec
