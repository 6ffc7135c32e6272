// `operators:` of a process entry: add, mul and concatenate on named trace sets. (The library's Concatenate also makes
// a new axis; a trace set always has two.)
#pragma once

#include <string>
#include <vector>

#include "operators/operator.hpp"
#include "spec/diagnostics.hpp"
#include "spec/key.hpp"
#include "spec/node.hpp"

namespace stride::run {

struct OperatorCall {
  std::string name;                 // add, mul, concatenate
  std::vector<std::string> inputs;  // roles, or outputs of calls before
  std::string output;               // a new trace set, written with the shot
  int axis = 0;                     // concatenate
  spec::Location where;
};

// The keys of one call, for help and parsing.
const std::vector<spec::Key>& operator_call_keys();

// Reads `operators: [{operator: add, inputs: [a, b], output: c}, ...]`; problems go to `diagnostics`.
std::vector<OperatorCall> read_operator_calls(const spec::Node& list, const std::string& path,
                                              spec::Diagnostics& diagnostics);

// Runs one call. Error(data) when shapes do not agree.
Array<float> run_operator_call(const OperatorCall& call, operators::Arrays<float> inputs);

}  // namespace stride::run
