// Builds Nodes from the YAML library's events; included by yaml_reader.cpp only, so that no YAML type leaves it.
#pragma once

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <cstddef>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "spec/diagnostics.hpp"
#include "spec/node.hpp"

namespace stride::spec {

// Ends the reading at a place: what follows makes no sense any more.
struct ReadingStopped : std::runtime_error {
  ReadingStopped(Location place, std::string dotted_path, const std::string& problem)
      : std::runtime_error(problem), where(std::move(place)), path(std::move(dotted_path)) {}
  Location where;
  std::string path;
};

class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(const std::string& source, int first_column, Diagnostics& diagnostics)
      : source_(source), first_column_(first_column), diagnostics_(diagnostics) {}

  std::shared_ptr<Node> root() const { return root_; }
  Location place(const YAML::Mark& mark) const;
  // Of the last event that had a place.
  const Location& last_place() const { return last_; }
  // Where the last scalar was written in quotes or as a block, as an offset into the text; -1 when it was plain.
  int last_quoted_at() const { return last_quoted_at_; }

  void OnDocumentStart(const YAML::Mark& mark) override;
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override;
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override;

 private:
  struct Frame {
    std::shared_ptr<Node> node;
    YAML::anchor_t anchor = 0;
    bool has_key = false;
    bool is_merge = false;    // the key is <<
    bool is_dropped = false;  // the key was given before
    std::string key;
    Location key_where;
    std::map<std::string, Location> keys;  // written so far
    std::vector<std::shared_ptr<Node>> merged;
  };
  struct Anchored {
    std::shared_ptr<Node> node;
    bool complete = false;
  };

  std::shared_ptr<Node> make(Node::Kind kind, const YAML::Mark& mark);
  void open(Node::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor);
  void close();
  void add(const std::shared_ptr<Node>& node, YAML::anchor_t anchor);
  void add_key(Frame& frame, const Node& node);
  void add_merged(Frame& frame);
  std::shared_ptr<Node> expand(const Node& node, std::size_t depth, const Location& alias);
  void count(const Location& where);
  void check_tag(const std::string& tag, const Location& where) const;
  std::string path() const;

  std::string source_;
  int first_column_;
  Diagnostics& diagnostics_;
  std::shared_ptr<Node> root_;
  std::vector<Frame> frames_;
  std::map<YAML::anchor_t, Anchored> anchors_;
  std::size_t nodes_ = 0;
  bool has_document_ = false;
  Location last_;
  int last_quoted_at_ = -1;
};

}  // namespace stride::spec
