#include "spec/emit.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <utility>

#include "spec/scalars.hpp"
#include "spec/units.hpp"

namespace stride::spec {
namespace {

// Some reader takes this plain text for a number, a truth value or nothing.
bool is_more_than_text(const std::string& text) {
  static constexpr std::array words{"true", "false", "yes", "no", "on", "off", "y", "n", "null", "~", ".nan", ".inf"};
  std::string small;
  for (const char c : text) small += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (std::find(words.begin(), words.end(), small) != words.end()) return true;
  const char first = text.front();
  return (first >= '0' && first <= '9') || first == '+' || first == '-' || first == '.';
}

bool is_safe_plain(const std::string& text) {
  if (text.empty()) return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) {
                       const auto u = static_cast<unsigned char>(c);
                       return std::isalnum(u) != 0 || c == '_' || c == '.' || c == '/' || c == '-' || c == '+' ||
                              c == '^' || (u >= 0x80U);
                     }) &&
         text.front() != '-';
}

std::string in_quotes(const std::string& text) {
  static constexpr const char* hex = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (u < 0x20U || u == 0x7FU) {
      out += "\\x";
      out += hex[u >> 4U];
      out += hex[u & 15U];
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string scalar_yaml(const Node& node) {
  // Numbers may start with '-', which plain text may not.
  const bool is_number = !node.quoted && parse_number(node.scalar, Unit::none).ok();
  if (is_number) return node.scalar;
  if (node.quoted && !node.scalar.empty() && is_more_than_text(node.scalar)) return in_quotes(node.scalar);
  return is_safe_plain(node.scalar) ? node.scalar : in_quotes(node.scalar);
}

std::string key_yaml(const std::string& key) {
  return scalar_yaml(*make_scalar(key, true));
}

bool is_flat(const Node& node) {
  if (node.kind == Node::Kind::mapping) return node.members.empty();
  return std::all_of(node.items.begin(), node.items.end(), [](const auto& item) {
    return item->kind == Node::Kind::scalar || item->kind == Node::Kind::null ||
           (item->kind == Node::Kind::sequence && is_flat(*item));
  });
}

void write_block(const Node& node, std::size_t indent, std::string& out);

// What stands after "key:" or "-": on the same line where it is flat, else below.
void write_value(const Node& node, std::size_t indent, bool in_list, std::string& out) {
  if (is_flat(node)) {
    out.append(" ").append(flow_yaml(node)).append("\n");
    return;
  }
  std::string below;
  write_block(node, indent + 2, below);
  // A list entry starts on the line of its dash.
  if (in_list)
    out.append(" ").append(below, indent + 2);
  else
    out += "\n" + below;
}

void write_block(const Node& node, std::size_t indent, std::string& out) {
  const std::string pad(indent, ' ');
  for (const Member& member : node.members) {
    out += pad + key_yaml(member.key) + ":";
    write_value(*member.value, indent, false, out);
  }
  for (const auto& item : node.items) {
    out += pad + "-";
    write_value(*item, indent, true, out);
  }
}

// Unquoted numbers, with or without a unit, as plain decimals in the base unit; "" for anything else.
std::string canonical_number(const std::string& text) {
  if (const Scalar<std::int64_t> whole = parse_integer(text, Unit::none); whole.ok())
    return std::to_string(whole.value);
  if (const Scalar<double> plain = parse_number(text, Unit::none); plain.ok()) return format_number(plain.value);
  const std::size_t last = text.find_last_of("0123456789. ");
  if (last == std::string::npos || last + 1 >= text.size()) return "";
  // A unit may hold digits itself ("kg/m3"): try every split.
  for (std::size_t at = 1; at < text.size(); ++at) {
    const UnitName* unit = find_unit(text.substr(at));
    if (unit == nullptr) continue;
    if (const Scalar<double> scaled = parse_number(text, unit->unit); scaled.ok()) return format_number(scaled.value);
  }
  return "";
}

}  // namespace

std::shared_ptr<Node> make_scalar(const std::string& text, bool quoted) {
  auto node = std::make_shared<Node>();
  node->kind = Node::Kind::scalar;
  node->scalar = text;
  node->quoted = quoted;
  return node;
}

std::shared_ptr<Node> make_mapping() {
  auto node = std::make_shared<Node>();
  node->kind = Node::Kind::mapping;
  return node;
}

void add_member(Node& mapping, const std::string& key, std::shared_ptr<Node> value) {
  mapping.members.push_back({key, {}, std::move(value)});
}

std::string flow_yaml(const Node& node) {
  std::string text;
  switch (node.kind) {
    case Node::Kind::null:
      return "null";
    case Node::Kind::scalar:
      return scalar_yaml(node);
    case Node::Kind::sequence:
      for (const auto& item : node.items) text += (text.empty() ? "" : ", ") + flow_yaml(*item);
      return "[" + text + "]";
    case Node::Kind::mapping:
      for (const Member& member : node.members)
        text += (text.empty() ? "" : ", ") + key_yaml(member.key) + ": " + flow_yaml(*member.value);
      return "{" + text + "}";
  }
  return text;
}

std::string block_yaml(const Node& node) {
  if (is_flat(node)) return flow_yaml(node) + "\n";
  std::string text;
  write_block(node, 0, text);
  return text;
}

std::shared_ptr<Node> canonical(const Node& node) {
  auto copy = std::make_shared<Node>();
  copy->kind = node.kind;
  copy->quoted = true;
  copy->scalar = node.scalar;
  if (node.kind == Node::Kind::scalar && !node.quoted) {
    const std::string number = canonical_number(node.scalar);
    copy->quoted = number.empty() && node.scalar != "true" && node.scalar != "false";
    if (!number.empty()) copy->scalar = number;
  }
  for (const auto& item : node.items) copy->items.push_back(canonical(*item));
  for (const Member& member : node.members) {
    auto value = canonical(*member.value);
    if (member.key == "file" && value->kind == Node::Kind::scalar)
      value->scalar = std::filesystem::path(value->scalar).filename().string();
    add_member(*copy, member.key, std::move(value));
  }
  std::sort(copy->members.begin(), copy->members.end(), [](const Member& a, const Member& b) { return a.key < b.key; });
  return copy;
}

}  // namespace stride::spec
