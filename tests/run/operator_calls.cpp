#include "run/operator_calls.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/error.hpp"
#include "spec/spec.hpp"

using namespace stride;
using namespace stride::run;

namespace {

std::vector<OperatorCall> read(const std::string& list, spec::Diagnostics& diagnostics) {
  const spec::Spec spec = spec::read_spec_text("version: 1\nname: t\nprocess: [{operators: " + list + "}]\n", "s.yaml",
                                               ".", {}, diagnostics);
  REQUIRE(spec.process.size() == 1);
  return read_operator_calls(*spec.process[0]->find("operators"), "process[0].operators", diagnostics);
}

}  // namespace

TEST_CASE("operator calls are read and run") {
  spec::Diagnostics diagnostics;
  const auto calls =
      read("[{operator: add, inputs: [a, b], output: c}, {operator: concatenate, inputs: [a, c], output: d, axis: 1}]",
           diagnostics);
  CHECK_FALSE(diagnostics.has_errors());
  REQUIRE(calls.size() == 2);
  operators::Arrays<float> inputs;
  inputs.push_back(Array<float>::from({1, 2}, std::vector<float>{1, 2}));
  inputs.push_back(Array<float>::from({1, 2}, std::vector<float>{10, 20}));
  const Array<float> sum = run_operator_call(calls[0], operators::clone(inputs));
  CHECK(sum[0] == 11);
  CHECK(sum[1] == 22);
  CHECK(run_operator_call(calls[1], operators::clone(inputs)).shape() == Shape{1, 4});
}

TEST_CASE("operator calls: mistakes are told with their place") {
  spec::Diagnostics diagnostics;
  read(
      "[{operator: sub, inputs: [a, b], output: c}, {operator: mul, inputs: [a], output: c}, {operator: add, inputs: "
      "[a, b], output: c, axis: 1}, "
      "{operator: add, inputs: [a, b]}]",
      diagnostics);
  CHECK(diagnostics.error_count() == 4);
  for (const auto& problem : diagnostics.all()) CHECK(problem.where.line == 3);
}
