// Readers of the single sections: from a tree to the structs of Spec. Problems go to the diagnostics; what could be
// read is filled in.
#pragma once

#include <string>
#include <vector>

#include "spec/diagnostics.hpp"
#include "spec/node.hpp"
#include "spec/spec.hpp"

namespace stride::spec {

struct Reading {
  Spec& spec;
  const Node& root;
  Diagnostics& diagnostics;
};

// A section as a mapping of its declared keys; a scalar `word` stands for the mapping without keys ("" : none does).
Values read_declared(const Node& node, const std::string& path, const std::string& section, Diagnostics& diagnostics,
                     const std::string& word = "");

// A mapping inside a section: read into spec.nested[path], with defaults only when it is absent.
const Values& read_nested(Reading& reading, const Values& outer, const std::string& key, const std::string& path,
                          const std::string& section);

void read_space(Reading& reading, const Node& node);
void read_time(Reading& reading, const Node& node);
void read_medium(Reading& reading, const Node& node);
void read_traces(Reading& reading, const Node& node);
void read_fields(Reading& reading, const Node& node);
void read_geometry(Reading& reading, const Node& node);
void read_wavelets(Reading& reading, const Node& node);
void read_physics(Reading& reading, const Node& node);
void read_loss(Reading& reading, const Node& node);
void read_optimiser(Reading& reading, const Node& node);
void read_loop(Reading& reading, const Node& node);
// Of the section itself and of loop.blocks[i].select_shots.
void check_selection(const Values& selection, const std::string& path, Diagnostics& diagnostics);

// A file by its name alone: the scalar `node` itself, or the key `file` of it, read into `values`.
DataRef file_ref(const Reading& reading, const Node& node, const Values& values, const std::string& path);

}  // namespace stride::spec
