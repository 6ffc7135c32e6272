// What the readers of the sections share.
#include <algorithm>
#include <utility>

#include "spec/paths.hpp"
#include "spec/readers.hpp"
#include "spec/section_reader.hpp"
#include "spec/tables.hpp"

namespace stride::spec {

Values read_declared(const Node& node, const std::string& path, const std::string& section, Diagnostics& diagnostics,
                     const std::string& word) {
  Node empty;
  empty.kind = Node::Kind::mapping;
  empty.where = node.where;
  if (word.empty() || node.kind == Node::Kind::mapping) return read_section(node, path, keys_of(section), diagnostics);
  if (node.kind != Node::Kind::scalar || node.scalar != word)
    diagnostics.error(node.where, path,
                      "must be '" + word + "' or a mapping, as in {file: NAME}" +
                          (node.kind == Node::Kind::scalar ? ", got '" + node.scalar + "'" : ""));
  return read_section(empty, path, keys_of(section), diagnostics);
}

const Values& read_nested(Reading& reading, const Values& outer, const std::string& key, const std::string& path,
                          const std::string& section) {
  Node absent;
  absent.kind = Node::Kind::mapping;
  absent.where = outer.where();
  const Node& node = outer.has(key) ? outer.node(key) : absent;
  Values& values = reading.spec.nested[path];
  values = read_section(node, path, keys_of(section), reading.diagnostics);
  return values;
}

DataRef file_ref(const Reading& reading, const Node& node, const Values& values, const std::string& path) {
  DataRef ref;
  const Node* written = node.find("file");
  ref.written = written == nullptr ? node.scalar : written->scalar;
  ref.file = locate_input(reading.spec, values.text("file"));
  ref.where = values.where();
  ref.key_where["file"] = values.where("file");
  ref.path = path;
  return ref;
}

Location DataRef::where_of(const std::string& key) const {
  const auto found = key_where.find(key);
  return found == key_where.end() ? where : found->second;
}

}  // namespace stride::spec
