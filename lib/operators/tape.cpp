#include "operators/tape.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "core/error.hpp"

namespace stride::operators {
namespace {

template <class Real>
using Gradients = std::map<const void*, Array<Real>>;  // by variable

template <class Real>
Arrays<Real> values_of(const std::vector<Variable<Real>>& variables) {
  Arrays<Real> values;
  for (const Variable<Real>& variable : variables) values.push_back(variable.value().clone());
  return values;
}

template <class Real>
void add(Gradients<Real>& gradients, const Variable<Real>& variable, Array<Real> gradient) {
  Array<Real>& sum = gradients[variable.id()];
  if (sum.empty()) {
    sum = std::move(gradient);
    return;
  }
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += gradient[i];
}

// Takes the gradients of a call's outputs out of the map; false when none of them has one.
template <class Real>
bool take(Gradients<Real>& gradients, const std::vector<Variable<Real>>& outputs, Arrays<Real>& taken) {
  bool any = false;
  for (const Variable<Real>& output : outputs) {
    auto found = gradients.extract(output.id());
    any = any || !found.empty();
    taken.push_back(found.empty() ? Array<Real>() : std::move(found.mapped()));
  }
  return any;
}

template <class Real>
void check_input_gradients(const Operator<Real>& op, const Arrays<Real>& gradients,
                           const std::vector<Variable<Real>>& inputs) {
  bool fits = gradients.size() == inputs.size();
  for (std::size_t k = 0; fits && k < inputs.size(); ++k)
    fits = gradients[k].empty() || gradients[k].shape() == inputs[k].value().shape();
  if (!fits)
    throw Error(ErrorKind::failed, op.name(), "its adjoint gave gradients that do not fit its inputs",
                "an adjoint owes one gradient per input, shaped as it, or an empty one");
}

}  // namespace

template <class Real>
typename Tape<Real>::Variables Tape<Real>::call(const OperatorPointer& op, const Variables& inputs) {
  const bool needs_grad =
      paused_ == 0 && std::any_of(inputs.begin(), inputs.end(), [](const auto& v) { return v.needs_grad(); });
  Arrays<Real> results = op->forward(values_of(inputs));
  Variables outputs;
  for (std::size_t k = 0; k < results.size(); ++k) {
    std::string name = op->name();
    if (!inputs.empty()) name += "_" + inputs[std::min(k, inputs.size() - 1)].name();
    outputs.emplace_back(std::move(name), std::move(results[k]), needs_grad);
  }
  if (needs_grad) calls_.push_back({op, inputs, outputs});
  return outputs;
}

template <class Real>
typename Tape<Real>::Variables Tape<Real>::call(Operator<Real>& op, const Variables& inputs) {
  return call(OperatorPointer(OperatorPointer(), &op), inputs);
}

template <class Real>
void Tape<Real>::adjoint(const Variable<Real>& output, Array<Real> seed) {
  if (seed.shape() != output.value().shape())
    throw Error(ErrorKind::usage, output.name(),
                "the seed has shape " + to_string(seed.shape()) + ", the output " + to_string(output.value().shape()));
  std::map<const void*, std::size_t> made_by;  // call that a variable came out of
  for (std::size_t c = 0; c < calls_.size(); ++c)
    for (const Variable<Real>& variable : calls_[c].outputs) made_by[variable.id()] = c;
  Gradients<Real> gradients;
  if (!made_by.contains(output.id())) {
    const bool used = std::any_of(calls_.begin(), calls_.end(), [&](const Call& call) {
      return std::any_of(call.inputs.begin(), call.inputs.end(), [&](const auto& v) { return v.is(output); });
    });
    if (!used || !output.needs_grad())
      throw Error(ErrorKind::usage, output.name(), "it did not come out of a call on this tape",
                  "ask before clear_graph, outside NoGrad, for something that depends on a parameter");
    Variable<Real>(output).add_to_grad(seed);
    return;
  }

  // A call can only use what came out of earlier ones: the order of recording is a topological order.
  add(gradients, output, std::move(seed));
  for (auto call = calls_.rbegin(); call != calls_.rend(); ++call) {
    Arrays<Real> output_gradients;
    if (!take(gradients, call->outputs, output_gradients)) continue;
    Arrays<Real> input_gradients = call->op->adjoint(std::move(output_gradients), values_of(call->inputs));
    check_input_gradients(*call->op, input_gradients, call->inputs);
    for (std::size_t k = 0; k < call->inputs.size(); ++k) {
      Variable<Real>& input = call->inputs[k];
      if (!input.needs_grad() || input_gradients[k].empty()) continue;
      if (made_by.contains(input.id()))
        add(gradients, input, std::move(input_gradients[k]));
      else
        input.add_to_grad(input_gradients[k]);
    }
  }
}

template class Tape<float>;
template class Tape<double>;

}  // namespace stride::operators
