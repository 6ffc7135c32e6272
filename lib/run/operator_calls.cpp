#include "run/operator_calls.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "operators/add.hpp"
#include "operators/concatenate.hpp"
#include "operators/mul.hpp"
#include "spec/section_reader.hpp"

namespace stride::run {
namespace {

OperatorCall read_call(const spec::Node& node, const std::string& path, spec::Diagnostics& diagnostics) {
  const spec::Values values = spec::read_section(node, path, operator_call_keys(), diagnostics);
  OperatorCall call;
  call.where = node.where;
  if (!values.has("operator") || !values.has("inputs") || !values.has("output")) return call;  // already complained of
  call.name = values.text("operator");
  call.inputs = values.texts("inputs");
  call.output = values.text("output");
  call.axis = static_cast<int>(values.integer("axis"));
  const std::size_t inputs = call.inputs.size();
  if (call.name == "concatenate" ? inputs < 1 : inputs != 2)
    diagnostics.error(values.where("inputs"), path + ".inputs",
                      fmt::format("{} takes {} inputs, got {}", call.name,
                                  call.name == "concatenate" ? "one or more" : "two", inputs));
  if (call.name != "concatenate" && values.given("axis"))
    diagnostics.error(values.where("axis"), path + ".axis", "only concatenate has this key");
  return call;
}

}  // namespace

const std::vector<spec::Key>& operator_call_keys() {
  static const std::vector<spec::Key> keys{
      spec::choice("operator", {"add", "mul", "concatenate"}, "what to do with the inputs").required(),
      spec::texts("inputs", "trace sets: observed, modelled, wavelets, or the output of an operator before").required(),
      spec::text("output", "name of the new trace set, written with each shot").required(),
      spec::integer("axis", spec::Unit::none, "concatenate: 0 puts traces under traces, 1 samples after samples")
          .by_default("0")
          .at_least(0)
          .at_most(1),
  };
  return keys;
}

std::vector<OperatorCall> read_operator_calls(const spec::Node& list, const std::string& path,
                                              spec::Diagnostics& diagnostics) {
  std::vector<OperatorCall> calls;
  if (list.kind != spec::Node::Kind::sequence) {
    diagnostics.error(list.where, path, "must be a list: [{operator: add, inputs: [a, b], output: c}]");
    return calls;
  }
  for (std::size_t i = 0; i < list.items.size(); ++i)
    calls.push_back(read_call(*list.items[i], fmt::format("{}[{}]", path, i), diagnostics));
  return calls;
}

Array<float> run_operator_call(const OperatorCall& call, operators::Arrays<float> inputs) {
  if (call.name == "add") return std::move(operators::Add<float>().forward(std::move(inputs)).front());
  if (call.name == "mul") return std::move(operators::Mul<float>().forward(std::move(inputs)).front());
  operators::ConcatenateOptions along;
  along.axis = call.axis;
  operators::Concatenate<float> concatenate(along);
  return std::move(concatenate.forward(std::move(inputs)).front());
}

}  // namespace stride::run
