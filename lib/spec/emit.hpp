// Writes a tree as YAML that this reader and YAML 1.1 readers understand alike.
#pragma once

#include <memory>
#include <string>

#include "spec/node.hpp"

namespace stride::spec {

// One line: {a: 1, b: [x, "no"]}. Scalars that are not `quoted` are written as they are where that is safe; quoted ones
// get quotes where they would be read as something else than text.
std::string flow_yaml(const Node& node);

// Mappings in block form, lists of scalars on one line, other lists one entry a line.
std::string block_yaml(const Node& node);

// A copy in one canonical form: members in alphabetical order, numbers (with their units) in shortest decimal, `file`
// members reduced to the file's own name. Lists keep their order.
std::shared_ptr<Node> canonical(const Node& node);

// Fresh nodes without a place.
std::shared_ptr<Node> make_scalar(const std::string& text, bool quoted);
std::shared_ptr<Node> make_mapping();
void add_member(Node& mapping, const std::string& key, std::shared_ptr<Node> value);

}  // namespace stride::spec
