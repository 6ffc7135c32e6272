#include "spec/node.hpp"

#include <algorithm>

namespace stride::spec {

const Node* Node::find(const std::string& key) const {
  const auto found = std::find_if(members.begin(), members.end(), [&](const Member& m) { return m.key == key; });
  return found == members.end() ? nullptr : found->value.get();
}

}  // namespace stride::spec
