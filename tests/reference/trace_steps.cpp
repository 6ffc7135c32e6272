// Reference cases of the steps on traces.
#include <algorithm>
#include <cmath>

#include "compare.hpp"
#include "pipelines/incorrect_traces.hpp"

namespace stride::reference {
namespace {

using pipelines::Arrays;
using pipelines::StepContext;
using pipelines::StepInfo;

double sampling_interval(const Case& c) {
  return std::get<double>(c.tree().attributes("/").at("dt"));
}

StepContext<float> trace_context(const Case& c, std::vector<std::string> roles) {
  StepContext<float> context;
  context.roles = std::move(roles);
  context.dt_s = sampling_interval(c);
  return context;
}

std::unique_ptr<pipelines::Step<float>> make(Case& c, const std::string& name, const StepContext<float>& context) {
  const StepInfo& info = *pipelines::find_step(name);
  return pipelines::make_step(info, step_values(info, c.attributes()), context);
}

Arrays<float> both(const Case& c, const std::string& prefix) {
  Arrays<float> arrays;
  for (const char* role : {"modelled", "observed"}) arrays.push_back(c.tree().read<float>("inputs/" + prefix + role));
  return arrays;
}

const std::vector<std::string> both_roles = {"modelled", "observed"};

void compare_both(Case& c, const Arrays<float>& ours, const std::string& prefix) {
  for (std::size_t k = 0; k < both_roles.size(); ++k)
    if (c.has(prefix + both_roles[k])) c.compare(prefix + both_roles[k], ours[k]);
}

bool same_bits(const Array<float>& a, const Array<float>& b) {
  return a.shape() == b.shape() && std::equal(a.begin(), a.end(), b.begin());
}

}  // namespace

void check_filter_traces(Case& c) {
  const StepInfo& info = *pipelines::find_step("filter_traces");
  const StepContext<float> context = trace_context(c, both_roles);
  if (c.has_attribute("error")) {
    c.require(!info.check(step_values(info, c.attributes()), {context.dt_s, 0, false}).empty(), "it is not refused");
    return;
  }
  const auto step = make(c, info.name, context);
  const Arrays<float> ours = step->forward(both(c, ""));
  if (c.has_attribute("identity")) {
    c.require(same_bits(ours[0], both(c, "")[0]), "not the identity");
  } else if (c.has_attribute("identical_to")) {
    std::map<std::string, Attribute> named = c.attributes();
    named["filter_type"] = c.text("identical_to");
    const auto other = pipelines::make_step(info, step_values(info, named), context);
    c.require(same_bits(ours[0], other->forward(both(c, ""))[0]), "the default is not " + c.text("identical_to"));
  } else {
    compare_both(c, ours, "");
    compare_both(c, step->adjoint(both(c, "adjoint_"), both(c, "")), "adjoint_");
  }
}

void check_check_traces(Case& c) {
  const std::string input = c.text("input");
  const auto read = [&](const std::string& path) {
    Arrays<float> arrays;
    arrays.push_back(c.tree().read<float>(path));
    return arrays;
  };
  bool raises = false;
  try {
    const StepInfo& info = *pipelines::find_step("check_traces");
    pipelines::make_step(info, step_values(info, {}), trace_context(c, {"modelled"}))->forward(read(input));
  } catch (const pipelines::IncorrectTraces&) {
    raises = true;
  }
  c.require(raises, "the default does not raise");
  const auto step = make(c, "check_traces", trace_context(c, {"modelled"}));
  c.compare("out", step->forward(read(input))[0]);

  const Array<float> theirs = c.read<float>("adjoint");
  const Arrays<float> ours = step->adjoint(read("inputs/adjoint_modelled"), read(input));
  const Array<float> data = c.tree().read<float>(input);
  std::vector<bool> incorrect(data.rows().rows, false);
  for (std::size_t i = 0; i < data.size(); ++i)
    if (!std::isfinite(data[i])) incorrect[i / data.rows().cols] = true;
  const bool filtered = c.number("filter_incorrect", 0) != 0;
  const auto counts = [&](std::size_t i) { return !filtered || !incorrect[i / data.rows().cols]; };
  c.record(relative_error(ours[0], theirs, counts), "adjoint");
  if (filtered) c.documented("the adjoint is zero on traces made zero, there the identity");
}

void check_mute_traces(Case& c) {
  const auto step = make(c, "mute_traces", trace_context(c, both_roles));
  compare_both(c, step->forward(both(c, "")), "");
  Arrays<float> ones = both(c, "");
  std::fill(ones[0].begin(), ones[0].end(), 1.0F);
  const Arrays<float> mask = step->forward(std::move(ones));
  c.compare("mask", mask[0]);
  // Theirs is the identity; ours has to be the mask times the seed.
  const Arrays<float> ours = step->adjoint(both(c, "adjoint_"), both(c, ""));
  Array<float> expected = c.read<float>("adjoint_modelled");
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] *= mask[0][i];
  c.record(relative_error(ours[0], expected), "adjoint_modelled times the mask");
  c.documented("the adjoint multiplies by the mask, there it is the identity");
}

void check_norm(Case& c) {
  compare_both(c, make(c, c.name(), trace_context(c, both_roles))->forward(both(c, "")), "");
}

void check_scale(Case& c) {
  const std::string step = c.name().substr(0, c.name().find("_relative"));
  StepContext<float> context = trace_context(c, both_roles);
  const Array<float> scale_to = c.read<float>("scale_to");
  context.scale_to = &scale_to;
  compare_both(c, make(c, step, context)->forward(both(c, "")), "");
}

void check_shift_traces(Case& c) {
  const StepContext<float> context = trace_context(c, both_roles);
  const Arrays<float> ours = make(c, "shift_traces", context)->forward(both(c, ""));
  const double f_max = c.number("f_max", 0);
  const std::size_t samples = ours[0].rows().cols;
  const auto shift = f_max == 0 ? 0 : static_cast<std::size_t>(std::nearbyint(1 / (f_max * context.dt_s))) / 4;
  const auto counts = [&](std::size_t i) { return i % samples < samples - shift; };
  for (std::size_t k = 0; k < both_roles.size(); ++k)
    c.record(relative_error(ours[k], c.read<float>(both_roles[k]), counts), both_roles[k]);
  if (shift != 0) c.documented("the vacated tail is zero, there it keeps the old samples");
}

}  // namespace stride::reference
