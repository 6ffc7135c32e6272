// Reference cases of the steps on fields.
#include <algorithm>

#include "compare.hpp"

namespace stride::reference {
namespace {

using pipelines::Arrays;
using pipelines::StepContext;
using pipelines::StepInfo;

Arrays<float> one(Array<float> field) {
  Arrays<float> arrays;
  arrays.push_back(std::move(field));
  return arrays;
}

std::unique_ptr<pipelines::Step<float>> make(const std::string& name,
                                             const std::map<std::string, Attribute>& attributes,
                                             const StepContext<float>& context) {
  const StepInfo& info = *pipelines::find_step(name);
  return pipelines::make_step(info, step_values(info, attributes), context);
}

std::vector<std::size_t> cells(const Case& c, const std::string& key) {
  std::vector<std::size_t> result;
  if (c.has_attribute(key))
    for (const double n : std::get<std::vector<double>>(c.attributes().at(key)))
      result.push_back(static_cast<std::size_t>(n));
  return result;
}

Array<float> ones(const Shape& shape) {
  Array<float> field = Array<float>::uninitialised(shape);
  std::fill(field.begin(), field.end(), 1.0F);
  return field;
}

bool is_symmetric_cell(std::size_t i, std::size_t n) {
  return i < n / 2;
}

}  // namespace

void check_clip(Case& c) {
  for (const std::string& name : c.tree().children("clip")) {
    const auto step = make("clip", c.tree().attributes("clip/" + name), {});
    c.compare(name, step->forward(one(c.tree().read<float>("inputs/field2d")))[0]);
  }
  const Array<float> field = c.tree().read<float>("inputs/field2d");
  const auto same = make("clip", {}, {})->forward(one(field.clone()));
  c.require(std::equal(field.begin(), field.end(), same[0].begin()), "without bounds it is not the identity");
}

void check_smooth_field(Case& c) {
  std::map<std::string, Attribute> attributes = c.attributes();
  for (const auto& [key, value] : c.tree().attributes(c.path("out"))) attributes[key] = value;
  const std::string input = c.text("input").empty() ? "inputs/field2d" : c.text("input");
  c.compare("out", make("smooth_field", attributes, {})->forward(one(c.tree().read<float>(input)))[0]);
}

Array<float> mask_as_in_reference(const Array<float>& ours, const std::vector<std::size_t>& extra) {
  Array<float> result = Array<float>::uninitialised(ours.shape());
  for (std::size_t cell = 0; cell < ours.size(); ++cell) {
    std::size_t rest = cell, source = 0, stride = 1;
    bool in_extra = false;
    for (std::size_t axis = ours.rank(); axis-- > 0;) {
      const std::size_t n = ours.shape()[axis], i = rest % n;
      rest /= n;
      const std::size_t outer = axis < extra.size() ? extra[axis] : 0;
      in_extra = in_extra || i >= n - outer;
      source += (is_symmetric_cell(i, n) ? i : std::min(n - i, n / 2)) * stride;
      stride *= n;
    }
    result[cell] = in_extra ? 0 : ours[source];
  }
  return result;
}

void check_mask_field(Case& c) {
  StepContext<float> context;
  context.extra = cells(c, "extra");
  if (!c.has_attribute("mask_rampoff")) {
    const Array<float> mask = c.read<float>("mask");
    context.mask = &mask;
    const auto step = make("mask_field", c.attributes(), context);
    c.compare("out", step->forward(one(c.tree().read<float>("inputs/field2d")))[0]);
    return;
  }
  const Array<float> theirs = c.read<float>("mask");
  const auto step = make("mask_field", c.attributes(), context);
  const Array<float> ours = std::move(step->forward(one(ones(theirs.shape())))[0]);
  const Array<float> shifted = mask_as_in_reference(ours, context.extra);
  c.record(relative_error(shifted, theirs), "mask, far faces moved by one cell");
  if (c.has("out")) {
    Array<float> field = c.has("in") ? c.read<float>("in") : c.tree().read<float>("inputs/field2d");
    for (std::size_t i = 0; i < field.size(); ++i) field[i] *= shifted[i];
    c.compare("out", field);
  }
  c.documented("symmetric, there off by one cell on the far faces; equal once moved");
}

void check_norm_field(Case& c) {
  StepContext<float> context;
  Array<float> model;
  if (c.text("variable") != "none") {
    model = c.tree().read<float>("inputs/" + c.text("variable") + "2d");
    context.model = &model;
    context.model_is_slowness = c.text("variable_transform") == "1/x";
  }
  const auto step = make("norm_field", c.attributes(), context);
  c.compare("out_call1", step->forward(one(c.tree().read<float>("inputs/field2d")))[0]);
  c.compare("out_call2", step->forward(one(c.tree().read<float>("inputs/field2d_second")))[0]);
  const std::vector<double> kept = dynamic_cast<pipelines::KeepsState&>(*step).state();
  if (!kept.empty())
    c.require(std::abs(kept[0] / c.number("norm_value_call2", 0) - 1) <= tolerance, "another value is kept");
}

}  // namespace stride::reference
