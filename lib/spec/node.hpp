// The tree that a spec is read into: our own, so that no YAML type leaves spec/. Every node knows where it stands.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "spec/location.hpp"

namespace stride::spec {

struct Node;

struct Member {
  std::string key;
  Location key_where;
  std::shared_ptr<Node> value;
};

struct Node {
  enum class Kind { null, scalar, sequence, mapping };
  Kind kind = Kind::null;
  Location where;
  std::string scalar;   // the text as written, quotes removed
  bool quoted = false;  // written in quotes: always text
  std::vector<std::shared_ptr<Node>> items;
  std::vector<Member> members;  // in the order written, keys unique

  // The member of a mapping, or nullptr.
  const Node* find(const std::string& key) const;
};

}  // namespace stride::spec
