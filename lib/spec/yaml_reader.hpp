// YAML text to a tree of Nodes. The only place that knows the YAML library.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "spec/diagnostics.hpp"
#include "spec/node.hpp"

namespace stride::spec {

constexpr std::size_t max_spec_bytes = std::size_t{16} << 20U;
constexpr std::size_t max_nesting = 64;     // levels, aliases expanded
constexpr std::size_t max_nodes = 100'000;  // keys and values, aliases expanded

// The text without a byte-order mark and with '\n' line ends, as it is read and shown.
std::string normalised(const std::string& text);

// One YAML document of normalised text; nullptr when there is no tree to go on with. Problems go to `diagnostics`: bad
// encoding, tabs in the indentation, syntax, duplicate keys, several documents, too much nesting or too many nodes. An
// empty text is nullptr with a diagnostic. Aliases and merge keys (`<<`) are expanded: no two nodes are shared.
// `first_column` is where the text starts in its first line, counted from 1.
std::shared_ptr<Node> read_yaml(const std::string& text, const std::string& source, Diagnostics& diagnostics,
                                int first_column = 1);

}  // namespace stride::spec
