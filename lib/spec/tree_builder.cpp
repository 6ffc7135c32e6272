#include "spec/tree_builder.hpp"

#include "spec/yaml_reader.hpp"
namespace stride::spec {

Location TreeBuilder::place(const YAML::Mark& mark) const {
  if (mark.is_null() || mark.line < 0) return last_;
  return {source_, mark.line + 1, mark.column + (mark.line == 0 ? first_column_ : 1)};
}

std::string TreeBuilder::path() const {
  std::string text;
  for (const Frame& frame : frames_) {
    if (frame.node->kind == Node::Kind::sequence)
      text.append("[").append(std::to_string(frame.node->items.size())).append("]");
    else if (frame.has_key)
      text += (text.empty() ? "" : ".") + frame.key;
  }
  return text;
}

void TreeBuilder::count(const Location& where) {
  if (++nodes_ > max_nodes)
    throw ReadingStopped(where, path(),
                         "more than " + std::to_string(max_nodes) +
                             " keys and values, aliases expanded; no spec needs that many: put bulk data in a file");
}

void TreeBuilder::check_tag(const std::string& tag, const Location& where) const {
  if (tag.empty() || tag == "?" || tag == "!" || tag == "tag:yaml.org,2002:str") return;
  throw ReadingStopped(where, path(), "the tag '" + tag + "' is not read; remove it");
}

std::shared_ptr<Node> TreeBuilder::make(Node::Kind kind, const YAML::Mark& mark) {
  auto node = std::make_shared<Node>();
  node->kind = kind;
  node->where = place(mark);
  last_ = node->where;
  count(node->where);
  return node;
}

void TreeBuilder::OnDocumentStart(const YAML::Mark& mark) {
  if (has_document_)
    throw ReadingStopped(
        place(mark), "",
        "a second document starts here (or a line that does not belong to the structure above); a spec "
        "is one document: split the file, or mend the indentation");
  has_document_ = true;
}

void TreeBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
  auto node = make(Node::Kind::null, mark);
  // An absent value is marked where the next thing stands; the key is the better place.
  if (!frames_.empty() && frames_.back().has_key) node->where = frames_.back().key_where;
  add(node, anchor);
}

void TreeBuilder::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                           const std::string& value) {
  auto node = make(Node::Kind::scalar, mark);
  check_tag(tag, node->where);
  node->scalar = value;
  node->quoted = tag == "!" || tag == "tag:yaml.org,2002:str";
  last_quoted_at_ = tag == "!" ? mark.pos : -1;
  add(node, anchor);
}

void TreeBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
  last_ = place(mark);
  const auto found = anchors_.find(anchor);
  if (found == anchors_.end() || !found->second.complete)
    throw ReadingStopped(last_, path(), "this alias stands inside what it refers to; a structure cannot hold itself");
  add(expand(*found->second.node, frames_.size(), last_), 0);
}

std::shared_ptr<Node> TreeBuilder::expand(const Node& node, std::size_t depth, const Location& alias) {
  count(alias);
  if (depth > max_nesting && node.kind != Node::Kind::scalar && node.kind != Node::Kind::null)
    throw ReadingStopped(alias, path(), "nested deeper than " + std::to_string(max_nesting) + " levels");
  auto copy = std::make_shared<Node>();
  copy->kind = node.kind;
  copy->where = node.where;
  copy->scalar = node.scalar;
  copy->quoted = node.quoted;
  for (const auto& item : node.items) copy->items.push_back(expand(*item, depth + 1, alias));
  for (const Member& member : node.members) {
    count(alias);
    copy->members.push_back({member.key, member.key_where, expand(*member.value, depth + 1, alias)});
  }
  return copy;
}

void TreeBuilder::open(Node::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
  auto node = make(kind, mark);
  check_tag(tag, node->where);
  if (frames_.size() >= max_nesting)
    throw ReadingStopped(node->where, path(), "nested deeper than " + std::to_string(max_nesting) + " levels");
  if (!frames_.empty() && frames_.back().node->kind == Node::Kind::mapping && !frames_.back().has_key)
    throw ReadingStopped(
        node->where, path(),
        "a key must be a plain name, not a list or a mapping; quote a text that starts with '[' or '{', and "
        "close every bracket");
  if (anchor != 0) anchors_[anchor] = {node, false};
  Frame frame;
  frame.node = std::move(node);
  frame.anchor = anchor;
  frames_.push_back(std::move(frame));
}

void TreeBuilder::close() {
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  add_merged(frame);
  add(frame.node, frame.anchor);
}

void TreeBuilder::add(const std::shared_ptr<Node>& node, YAML::anchor_t anchor) {
  if (anchor != 0) anchors_[anchor] = {node, true};
  if (frames_.empty()) {
    root_ = node;
    return;
  }
  Frame& frame = frames_.back();
  if (frame.node->kind == Node::Kind::sequence) {
    frame.node->items.push_back(node);
    return;
  }
  if (!frame.has_key) {
    add_key(frame, *node);
    return;
  }
  if (frame.is_merge)
    frame.merged.push_back(node);
  else if (!frame.is_dropped)
    frame.node->members.push_back({frame.key, frame.key_where, node});
  frame.has_key = false;
}

void TreeBuilder::add_key(Frame& frame, const Node& node) {
  if (node.kind != Node::Kind::scalar)
    throw ReadingStopped(node.where, path(),
                         node.kind == Node::Kind::null ? "a key is missing before ':' (or is null; quote it)"
                                                       : "a key must be a plain name, not a list or a mapping");
  frame.has_key = true;
  frame.key = node.scalar;
  frame.key_where = last_;  // of an alias: its own place, not that of what it refers to
  const auto [first, is_new] = frame.keys.emplace(frame.key, frame.key_where);
  frame.is_dropped = !is_new;
  frame.is_merge = is_new && frame.key == "<<" && !node.quoted;
  if (!is_new)
    diagnostics_.error(frame.key_where, path(),
                       "given twice: in line " + std::to_string(first->second.line) + " and again here in line " +
                           std::to_string(frame.key_where.line) + "; keep one of them");
}

// Keys of the mapping itself win over merged ones, earlier merged mappings over later ones (YAML merge key, 2005).
void TreeBuilder::add_merged(Frame& frame) {
  std::vector<std::shared_ptr<Node>> mappings;
  for (const auto& merged : frame.merged) {
    if (merged->kind == Node::Kind::sequence)
      mappings.insert(mappings.end(), merged->items.begin(), merged->items.end());
    else
      mappings.push_back(merged);
  }
  for (const auto& mapping : mappings) {
    if (mapping->kind != Node::Kind::mapping)
      throw ReadingStopped(mapping->where, path(),
                           "<< takes a mapping or a list of mappings, usually an alias (*name)");
    for (const Member& member : mapping->members)
      if (frame.keys.emplace(member.key, member.key_where).second) frame.node->members.push_back(member);
  }
}

void TreeBuilder::OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                                  YAML::EmitterStyle::value /*style*/) {
  open(Node::Kind::sequence, mark, tag, anchor);
}

void TreeBuilder::OnSequenceEnd() {
  close();
}

void TreeBuilder::OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                             YAML::EmitterStyle::value /*style*/) {
  open(Node::Kind::mapping, mark, tag, anchor);
}

void TreeBuilder::OnMapEnd() {
  close();
}

}  // namespace stride::spec
