#include "operators/concatenate.hpp"

#include <algorithm>
#include <utility>

#include "core/error.hpp"
#include "operators/shapes.hpp"

namespace stride::operators {
namespace {

constexpr const char* operator_name = "concatenate";

[[noreturn]] void fail(const std::string& what, const std::string& remedy = "") {
  throw Error(ErrorKind::usage, operator_name, what, remedy);
}

// How the inputs lie in the output: `outer` blocks, in each of which input k holds extents[k] rows of `inner` elements
// from starts[k] on.
struct Layout {
  Shape output;
  std::size_t outer = 1;
  std::size_t inner = 1;
  std::size_t joined = 0;  // extent of the joined axis
  std::vector<std::size_t> starts;
  std::vector<std::size_t> extents;
};

std::size_t joined_axis(const ConcatenateOptions& options, std::size_t output_rank) {
  const int rank = static_cast<int>(output_rank);
  const int axis = options.axis < 0 ? options.axis + rank : options.axis;
  if (axis < 0 || axis >= rank)
    fail("axis " + std::to_string(options.axis) + " is not there: the output has " + std::to_string(rank) + " axes",
         rank == 0 ? "join scalars along a new axis" : "");
  return static_cast<std::size_t>(axis);
}

template <class Real>
void check_off_axis(const Arrays<Real>& inputs, std::size_t axis, bool new_axis) {
  for (std::size_t k = 1; k < inputs.size(); ++k) {
    const Shape& shape = inputs[k].shape();
    bool agrees = shape.size() == inputs[0].rank();
    for (std::size_t a = 0; agrees && a < shape.size(); ++a)
      agrees = shape[a] == inputs[0].shape()[a] || (a == axis && !new_axis);
    if (!agrees)
      fail("input " + std::to_string(k) + " has shape " + to_string(shape) + ", input 0 has " +
               to_string(inputs[0].shape()),
           new_axis ? "arrays that are stacked must have one shape"
                    : "shapes may differ along axis " + std::to_string(axis) + " only");
  }
}

std::string row_text(const StartEnd& table, std::size_t k) {
  return "row " + std::to_string(k) + " of start_end, [" + std::to_string(table[k][0]) + ", " +
         std::to_string(table[k][1]) + ")";
}

// The table must place every input in full, and the places must tile the axis.
void check_table(const StartEnd& table, const std::vector<std::size_t>& extents) {
  if (table.size() != extents.size())
    fail("start_end has " + std::to_string(table.size()) + " rows for " + std::to_string(extents.size()) + " inputs");
  std::vector<std::size_t> order(table.size());
  for (std::size_t k = 0; k < table.size(); ++k) {
    order[k] = k;
    if (table[k][1] < table[k][0] || table[k][1] - table[k][0] != extents[k])
      fail(row_text(table, k) + ", does not fit input " + std::to_string(k) + ", which has extent " +
           std::to_string(extents[k]) + " there");
  }
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return table[a] < table[b]; });
  std::size_t reached = 0;
  for (const std::size_t k : order) {
    if (table[k][0] != reached)
      fail(row_text(table, k) + (table[k][0] < reached ? ", overlaps another" : ", leaves a gap before it") +
           ": it would have to start at " + std::to_string(reached));
    reached = table[k][1];
  }
}

template <class Real>
Layout lay_out(const Arrays<Real>& inputs, const ConcatenateOptions& options) {
  if (inputs.empty()) fail("there is nothing to join", "give at least one input");
  const std::size_t rank = inputs[0].rank() + (options.new_axis ? 1 : 0);
  const std::size_t axis = joined_axis(options, rank);
  check_off_axis(inputs, axis, options.new_axis);

  Layout layout;
  for (const Array<Real>& input : inputs) layout.extents.push_back(options.new_axis ? 1 : input.shape()[axis]);
  if (!options.start_end.empty()) check_table(options.start_end, layout.extents);
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    layout.starts.push_back(options.start_end.empty() ? layout.joined : options.start_end[k][0]);
    layout.joined += layout.extents[k];
  }
  layout.output = inputs[0].shape();
  if (options.new_axis)
    layout.output.insert(layout.output.begin() + static_cast<std::ptrdiff_t>(axis), layout.joined);
  else
    layout.output[axis] = layout.joined;
  for (std::size_t a = 0; a < rank; ++a) {
    if (a < axis) layout.outer *= layout.output[a];
    if (a > axis) layout.inner *= layout.output[a];
  }
  return layout;
}

}  // namespace

template <class Real>
Arrays<Real> Concatenate<Real>::forward(Arrays<Real> inputs) {
  const Layout layout = lay_out(inputs, options_);
  Array<Real> output = Array<Real>::uninitialised(layout.output);
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const std::size_t run = layout.extents[k] * layout.inner;
    for (std::size_t o = 0; o < layout.outer; ++o)
      std::copy_n(inputs[k].data() + o * run, run,
                  output.data() + (o * layout.joined + layout.starts[k]) * layout.inner);
  }
  Arrays<Real> outputs;
  outputs.push_back(std::move(output));
  return outputs;
}

template <class Real>
Arrays<Real> Concatenate<Real>::adjoint(Arrays<Real> output_gradients, const Arrays<Real>& inputs) {
  const Layout layout = lay_out(inputs, options_);
  require_gradient(name(), output_gradients, layout.output);
  const Array<Real>& gradient = output_gradients[0];
  Arrays<Real> gradients(inputs.size());
  if (gradient.empty()) return gradients;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    gradients[k] = Array<Real>::uninitialised(inputs[k].shape());
    const std::size_t run = layout.extents[k] * layout.inner;
    for (std::size_t o = 0; o < layout.outer; ++o)
      std::copy_n(gradient.data() + (o * layout.joined + layout.starts[k]) * layout.inner, run,
                  gradients[k].data() + o * run);
  }
  return gradients;
}

template class Concatenate<float>;
template class Concatenate<double>;

}  // namespace stride::operators
