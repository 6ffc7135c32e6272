#include "run/invert_update.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/error.hpp"
#include "operators/reductions.hpp"
#include "optimisation/constraint/intersection.hpp"
#include "optimisation/optimiser/precondition.hpp"
#include "optimisation/optimiser/table.hpp"
#include "optimisation/penalty/table.hpp"
#include "pipelines/pipeline.hpp"
#include "problem/data_ref.hpp"
#include "run/invert_pass.hpp"

namespace stride::run {
namespace {

using optimisation::Timing;

std::vector<std::unique_ptr<optimisation::Penalty<float>>> make_penalties(const spec::Spec& spec) {
  std::vector<std::unique_ptr<optimisation::Penalty<float>>> penalties;
  const auto section = spec.nested.find("loss.penalties");
  if (section == spec.nested.end()) return penalties;
  for (const std::string& name : optimisation::penalty_names())
    if (const auto weight = section->second.maybe_number(name); weight && *weight > 0)
      penalties.push_back(optimisation::make_penalty<float>(name, *weight, section->second));
  return penalties;
}

std::unique_ptr<optimisation::Constraint<float>> make_constraints(const spec::Spec& spec) {
  std::vector<std::unique_ptr<optimisation::Constraint<float>>> all;
  for (std::size_t i = 0;; ++i) {
    const auto values = spec.nested.find(fmt::format("optimiser.constraints[{}]", i));
    if (values == spec.nested.end()) break;
    all.push_back(optimisation::make_constraint<float>(values->second.text("type"), values->second));
  }
  if (all.empty()) return nullptr;
  return std::make_unique<optimisation::Intersection<float>>(std::move(all));
}

Array<float> read_mask(const spec::Spec& spec, const pipelines::PipelinePlan& plan, const Shape& shape) {
  for (const auto& [key, name] : plan.with) {
    if (key != "mask") continue;
    const auto field = spec.fields.find(name);
    if (field == spec.fields.end())
      throw Error(ErrorKind::usage, plan.path + ".mask", fmt::format("there is no field '{}'", name),
                  "name its file in fields:");
    Array<float> mask = problem::open_field(field->second).data.clone();
    if (mask.shape() != shape)
      throw Error(ErrorKind::data, field->second.file,
                  fmt::format("the mask has shape {}, space.shape is {}", to_string(mask.shape()), to_string(shape)));
    return mask;
  }
  return {};
}

}  // namespace

ModelUpdate::ModelUpdate(const spec::Spec& spec, const InvertJob& job)
    : spec_(spec),
      job_(job),
      slowness_(spec.optimiser.maybe_text("parameter").value_or("slowness") == "slowness"),
      prec_scale_(spec.optimiser.maybe_number("prec_scale").value_or(4)),
      test_step_(spec.optimiser.maybe_number("test_step_size").value_or(1)),
      mask_(read_mask(spec, job.gradient_plan, job.forward.problem.space.shape)),
      penalties_(make_penalties(spec)),
      constraints_(make_constraints(spec)) {
  model_ = job.forward.problem.medium.vp.clone();
  parameter_ = to_parameter(model_);
  const std::string type = spec.optimiser.maybe_text("type").value_or("gradient_descent");
  optimiser_ = std::make_unique<optimisation::DataParallelOptimiser<float>>(
      optimisation::make_optimiser<float>(type, spec.optimiser));
  // Where fields are kept in half precision their products may be small.
  if (job.store.precision == physics::acoustic::StoredPrecision::f16) optimiser_->loss_scaling();
  // Workers of one process share the root's parameters.
  optimiser_->setup(std::vector<Array<float>*>{&parameter_});
  add_hooks();
}

void ModelUpdate::add_hooks() {
  const auto add = [this](const char* name, Timing timing, int priority, void (ModelUpdate::*stage)(Update&)) {
    optimiser_->add_hook({name, timing, priority, [this, stage](Update& update) { (this->*stage)(update); }});
  };
  add("RawGradient", Timing::pre, 300, &ModelUpdate::make_raw);
  add("Precondition", Timing::pre, 200, &ModelUpdate::precondition);
  add("ProcessGlobalGradient", Timing::pre, 100, &ModelUpdate::process);
  add("ProcessModelIteration", Timing::post, 100, &ModelUpdate::finish);
}

void ModelUpdate::set_model(Array<float> vp) {
  model_ = std::move(vp);
  parameter_ = to_parameter(model_);
}

Array<float> ModelUpdate::to_parameter(const Array<float>& vp) const {
  Array<float> parameter = vp.clone();
  if (slowness_)
    for (float& value : parameter) value = 1 / value;
  return parameter;
}

Array<float> ModelUpdate::to_vp(const Array<float>& parameter) const {
  return to_parameter(parameter);  // the reciprocal's own inverse
}

void ModelUpdate::start_batch(std::size_t shots) {
  optimiser_->start_batch(shots);
  energy_sum_ = std::make_unique<runtime::TreeSum<Array<float>>>(shots);
}

void ModelUpdate::add(std::size_t position, Array<float> gradient, Array<float> preconditioner) {
  optimiser_->add_gradient(position, std::move(gradient));
  energy_sum_->add(position, std::move(preconditioner));
}

void ModelUpdate::leave_out(std::size_t position) {
  optimiser_->leave_out(position);
  energy_sum_->leave_out(position);
}

double ModelUpdate::penalty(const Array<float>& vp) const {
  if (penalties_.empty()) return 0;
  double sum = 0;
  Array<float> unused = Array<float>::zeros(vp.shape());
  for (const auto& penalty : penalties_) sum += penalty->add(vp, unused);
  return sum;
}

Array<float> ModelUpdate::raw_gradient(Array<float> sum, const Array<float>& vp) const {
  for (const auto& penalty : penalties_) penalty->add(vp, sum);
  if (slowness_)
    for (std::size_t n = 0; n < sum.size(); ++n) sum[n] *= -vp[n] * vp[n];
  return sum;
}

bool ModelUpdate::writes(const std::string& what) const {
  if (!spec_.loop.has("write_gradients")) return false;
  const std::vector<std::string>& asked = spec_.loop.texts("write_gradients");
  return std::find(asked.begin(), asked.end(), what) != asked.end();
}

// The stages leave a gradient alone that is not finite: the optimiser finds it and skips the update.
void ModelUpdate::make_raw(Update& update) {
  Array<float>& gradient = update.gradient;
  energy_ = std::move(*energy_sum_->take());
  if (!operators::all_finite(gradient.data(), gradient.size())) return;
  if (optimiser_->loss_scale() != 1) operators::scale(gradient.data(), gradient.size(), 1 / optimiser_->loss_scale());
  gradient = raw_gradient(std::move(gradient), model_);
  if (operators::largest_magnitude(gradient.data(), gradient.size()) == 0)
    throw Error(
        ErrorKind::failed, "",
        "the gradient is zero everywhere: the model explains the traces exactly, or none of what differs is left",
        "look at mutes, masks and the start model");
  // d/ds = -vp^2 d/dvp, and the energy goes with its square.
  if (slowness_)
    for (std::size_t n = 0; n < energy_.size(); ++n) energy_[n] *= model_[n] * model_[n] * model_[n] * model_[n];
  raw_ = gradient.clone();
  if (writes("raw")) {
    fields_.raw = gradient.clone();
    fields_.raw_preconditioner = energy_.clone();
  }
}

void ModelUpdate::precondition(Update& update) {
  if (!operators::all_finite(update.gradient.data(), update.gradient.size())) return;
  optimisation::precondition(update.gradient, energy_, prec_scale_);
  if (!writes("preconditioned")) return;
  fields_.preconditioned = update.gradient.clone();
  fields_.preconditioner = energy_.clone();
}

void ModelUpdate::process(Update& update) {
  Array<float>& gradient = update.gradient;
  if (!operators::all_finite(gradient.data(), gradient.size())) return;
  pipelines::StepContext<float> context;
  context.roles = {"gradient"};
  context.model = &model_;
  context.model_name = "vp";
  context.model_is_slowness = slowness_;
  if (!mask_.empty()) context.mask = &mask_;
  pipelines::Pipeline<float> pipeline = pipelines::make_pipeline<float>(job_.gradient_plan, context);
  if (!kept_norms_.empty()) pipeline.restore_state(kept_norms_);
  operators::Arrays<float> arrays;
  arrays.push_back(std::move(gradient));
  gradient = std::move(pipeline.forward(std::move(arrays)).front());
  kept_norms_ = pipeline.state();
  if (test_step_ != 1) operators::scale(gradient.data(), gradient.size(), test_step_);
  if (operators::largest_magnitude(gradient.data(), gradient.size()) == 0)
    throw Error(ErrorKind::failed, "", "nothing is left of the gradient after ProcessGlobalGradient",
                "look at its mask: mask_rampoff, or the field that mask names");
  if (writes("processed")) fields_.processed = gradient.clone();
  // The optimiser divides by it once more.
  if (optimiser_->loss_scale() != 1) operators::scale(gradient.data(), gradient.size(), optimiser_->loss_scale());
}

void ModelUpdate::project(Array<float>& vp) const {
  pipelines::StepContext<float> context;
  context.roles = {"model"};
  operators::Arrays<float> arrays;
  arrays.push_back(std::move(vp));
  vp = std::move(pipelines::make_pipeline<float>(job_.model_plan, context).forward(std::move(arrays)).front());
  if (constraints_) constraints_->project(vp);
}

void ModelUpdate::finish(Update& update) {
  Array<float> vp = to_vp(update.parameters);
  project(vp);
  const std::string why = unusable(job_, vp);
  if (!why.empty())
    throw Error(ErrorKind::failed, "", "the update leads to a model that cannot be stepped: " + why,
                "take a smaller step (optimiser.step_size, max_step), or bounds (optimiser.process_model: {min, max})");
  model_ = std::move(vp);
  update.parameters = to_parameter(model_);
}

Array<float> ModelUpdate::trial(const Array<float>& direction, double step) const {
  Array<float> parameter = direction.clone();
  operators::scale_and_add(parameter.data(), -step, parameter_.data(), 1, parameter.size());
  Array<float> vp = to_vp(parameter);
  project(vp);
  return vp;
}

double ModelUpdate::raw_product(const Array<float>& direction) const {
  return operators::dot(raw_.data(), direction.data(), direction.size());
}

bool ModelUpdate::update(const optimisation::Optimiser<float>::ChooseStep& choose) {
  fields_ = {};
  return optimiser_->update(choose);
}

}  // namespace stride::run
