// File names in a spec.
#pragma once

#include <string>

namespace stride::spec {

struct Spec;

struct Expanded {
  std::string path;
  std::string problem;  // "" when the path counts
};

// A leading `~` or `~/` is the home folder, ${VAR} the environment's variable; one that is not set is a problem.
Expanded expand_path(const std::string& text);

// `name` as seen from `folder` ("" and "." are the working folder), without needless "." and ".." parts.
std::string inside(const std::string& folder, const std::string& name);

// resolve_input() for a name whose variables are expanded already.
std::string locate_input(const Spec& spec, const std::string& expanded);

}  // namespace stride::spec
