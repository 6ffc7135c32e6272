// Reference cases of Add, Mul and Concatenate.
#include "operators/operator.hpp"

#include <algorithm>
#include <memory>

#include "compare.hpp"
#include "operators/add.hpp"
#include "operators/concatenate.hpp"
#include "operators/mul.hpp"

namespace stride::reference {
namespace {

using operators::Arrays;

Arrays<float> inputs(const Case& c, const std::vector<std::string>& names) {
  Arrays<float> arrays;
  for (const std::string& name : names) arrays.push_back(c.tree().read<float>("operators/in_" + name));
  return arrays;
}

void check_pair(Case& c, operators::Operator<float>& op) {
  c.compare("out", op.forward(inputs(c, {"a", "b"}))[0]);
  const Arrays<float> back = op.adjoint(inputs(c, {"d"}), inputs(c, {"a", "b"}));
  c.compare("adj_a", back[0]);
  c.compare("adj_b", back[1]);
}

std::vector<std::string> concatenated(const std::string& name) {
  const auto is = [&](const char* part) { return name.find(part) != std::string::npos; };
  if (is("single")) return {"a"};
  if (is("3darrays")) return {"t3", "t3b"};
  if (is("newaxis") || is("axis1")) return {"a", "b"};
  return {"a", "c"};
}

// The reference put the inputs below each other although axis 1 was asked for.
void compare_stacked_rows(Case& c, const Array<float>& ours, const Arrays<float>& given) {
  const std::size_t rows = given[0].shape()[0], cols = given[0].shape()[1];
  const Array<float> theirs = c.read<float>("out");
  c.require(ours.shape() == Shape{rows, 2 * cols}, "the shape is not the one of axis 1");
  Array<float> stacked = Array<float>::zeros(theirs.shape());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const std::size_t row = i / (2 * cols), column = i % (2 * cols);
    stacked[(column / cols * rows + row) * cols + column % cols] = ours[i];
  }
  c.record(relative_error(stacked, theirs), "out, rows stacked");
  c.documented("joins along axis 1, there rows are stacked whatever the axis");
}

void check_concatenate(Case& c) {
  const int axis = static_cast<int>(c.number("axis", 0));
  const bool new_axis = c.number("new_axis", 0) != 0;
  operators::Concatenate<float> op({axis, new_axis, {}});
  const Arrays<float> given = inputs(c, concatenated(c.name()));
  const Arrays<float> output = op.forward(operators::clone(given));
  const bool wrong_axis = axis == 1 && !new_axis;
  if (wrong_axis)
    compare_stacked_rows(c, output[0], given);
  else
    c.compare("out", output[0]);

  Arrays<float> seed;
  seed.push_back(wrong_axis ? output[0].clone() : c.read<float>("seed"));
  if (wrong_axis) c.read<float>("seed");  // shaped like the stacked rows
  const Arrays<float> back = op.adjoint(operators::clone(seed), given);
  if (c.has_attribute("adjoint_error")) {
    // There is no reference: splitting what was joined must give the inputs.
    const Arrays<float> split = op.adjoint(operators::clone(output), given);
    for (std::size_t k = 0; k < given.size(); ++k) c.record(relative_error(split[k], given[k]), "split");
    if (!wrong_axis) c.documented("the adjoint works, there it fails");
    return;
  }
  for (std::size_t k = 0; k < given.size(); ++k) c.compare("adj_" + std::to_string(k), back[k]);
}

}  // namespace

void check_operator(Case& c) {
  if (c.name() == "Add") {
    operators::Add<float> add;
    check_pair(c, add);
  } else if (c.name() == "Mul") {
    operators::Mul<float> mul;
    check_pair(c, mul);
  } else if (c.name().starts_with("Concatenate")) {
    check_concatenate(c);
  } else {
    c.require(false, "unknown operator");
  }
}

}  // namespace stride::reference
