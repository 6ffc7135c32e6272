#include "spec/overrides.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>

#include "core/error.hpp"
#include "spec/yaml_reader.hpp"

namespace stride::spec {
namespace {

// One step of a path: a member's name, or a list's index.
struct Segment {
  std::string name;
  std::size_t index = 0;
  bool is_index = false;
  int column = 1;       // in "K=V", from 1
  std::string up_to{};  // the path as far as and with this segment
};

struct SplitPath {
  std::vector<Segment> segments;
  std::string problem;
  int column = 1;
};

// name{[index]}{.name{[index]}}
SplitPath split_path(const std::string& key) {
  SplitPath out;
  std::size_t at = 0;
  const auto stop = [&](const std::string& problem) {
    out.problem = problem + "; write a path like loop.blocks[0].f_max";
    out.column = static_cast<int>(at) + 1;
    return out;
  };
  while (true) {
    const std::size_t first = at;
    at = std::min(key.find_first_of(".[]", at), key.size());
    if (at == first) return stop("a name is missing here");
    out.segments.push_back({key.substr(first, at - first), 0, false, static_cast<int>(first) + 1, key.substr(0, at)});
    while (at < key.size() && key[at] == '[') {
      const std::size_t end = key.find(']', at);
      std::size_t index = 0;
      const char* begin = key.data() + at + 1;
      const char* close = key.data() + std::min(end, key.size());
      const auto read = std::from_chars(begin, close, index);
      if (end == std::string::npos || read.ec != std::errc() || read.ptr != close)
        return stop("an index must be a whole number in brackets, counted from 0");
      out.segments.push_back({"", index, true, static_cast<int>(at) + 1, key.substr(0, end + 1)});
      at = end + 1;
    }
    if (out.segments.size() > max_nesting) return stop("the path is nested too deep");
    if (at == key.size()) return out;
    if (key[at] != '.') return stop("'.' is due here");
    ++at;
  }
}

// The slot that a segment of the path leads to; nullptr with a problem when it leads nowhere.
std::shared_ptr<Node>* step_into(Node& node, const Segment& segment, const Location& where, std::string& problem) {
  if (segment.is_index) {
    if (node.kind == Node::Kind::null) node.kind = Node::Kind::sequence;
    if (node.kind != Node::Kind::sequence) {
      problem = "there is no list here to take entry [" + std::to_string(segment.index) + "] of; set the whole value";
      return nullptr;
    }
    if (segment.index > node.items.size()) {
      problem = "the list has " + std::to_string(node.items.size()) + " entries, counted from 0; the next one is [" +
                std::to_string(node.items.size()) + "]";
      return nullptr;
    }
    if (segment.index == node.items.size()) node.items.push_back(nullptr);
    return &node.items[segment.index];
  }
  if (node.kind == Node::Kind::null) node.kind = Node::Kind::mapping;
  if (node.kind != Node::Kind::mapping) {
    problem = node.kind == Node::Kind::sequence
                  ? std::string("a list stands here; name an entry by its index, as in [0].") + segment.name
                  : "the single value '" + node.scalar + "' stands here and has no key '" + segment.name +
                        "'; set the whole value, as in {" + segment.name + ": ...}";
    return nullptr;
  }
  for (Member& member : node.members)
    if (member.key == segment.name) {
      member.key_where = where;
      return &member.value;
    }
  node.members.push_back({segment.name, where, nullptr});
  return &node.members.back().value;
}

std::shared_ptr<Node> copy_tree(const Node& node) {
  auto copy = std::make_shared<Node>(node);
  for (auto& item : copy->items) item = copy_tree(*item);
  for (Member& member : copy->members) member.value = copy_tree(*member.value);
  return copy;
}

bool apply(Node& root, const SplitPath& path, const std::string& source, const std::shared_ptr<Node>& value,
           Diagnostics& diagnostics) {
  Node* node = &root;
  for (std::size_t i = 0; i < path.segments.size(); ++i) {
    const Segment& segment = path.segments[i];
    const Location where{source, 1, segment.column};
    std::string problem;
    std::shared_ptr<Node>* slot = step_into(*node, segment, where, problem);
    if (slot == nullptr) {
      diagnostics.error(where, segment.up_to, problem);
      return false;
    }
    if (i + 1 == path.segments.size()) {
      *slot = value;
      return true;
    }
    if (*slot == nullptr) {
      *slot = std::make_shared<Node>();
      (*slot)->where = where;
    }
    node = slot->get();
  }
  return true;
}

}  // namespace

Override parse_override(const std::string& text, int number) {
  const std::string where = "--set #" + std::to_string(number);
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos)
    throw Error(ErrorKind::usage, where, "'" + text + "' has no '='",
                "write --set key=value, as in --set space.extra=40");
  std::string key = text.substr(0, equals);
  key.erase(0, std::min(key.find_first_not_of(' '), key.size()));
  key.erase(key.find_last_not_of(' ') + 1);
  if (key.empty())
    throw Error(ErrorKind::usage, where, "'" + text + "' has no key before '='",
                "write --set key=value, as in --set space.extra=40");
  return {key, text.substr(equals + 1)};
}

void apply_overrides(Node& root, const std::vector<Override>& overrides, Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < overrides.size(); ++i) {
    const auto& [key, value_text] = overrides[i];
    const std::string source = "--set #" + std::to_string(i + 1);
    diagnostics.add_source(source, normalised(key + "=" + value_text));
    const SplitPath path = split_path(key);
    if (!path.problem.empty()) {
      diagnostics.error({source, 1, path.column}, key, path.problem);
      continue;
    }
    const int value_column = static_cast<int>(key.size()) + 2;
    if (value_text.find_first_not_of(" \t\r\n") == std::string::npos) {
      diagnostics.error({source, 1, value_column}, key, "no value stands after '='");
      continue;
    }
    const auto value = read_yaml(normalised(value_text), source, diagnostics, value_column);
    if (value == nullptr) continue;
    // Tried on a copy: an option with a problem leaves nothing half made.
    const auto edited = copy_tree(root);
    if (apply(*edited, path, source, value, diagnostics)) root = *edited;
  }
}

}  // namespace stride::spec
