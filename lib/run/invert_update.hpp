// From the gradients of the shots to the next model.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/array.hpp"
#include "optimisation/constraint/constraint.hpp"
#include "optimisation/data_parallel_optimiser.hpp"
#include "optimisation/penalty/penalty.hpp"
#include "run/invert_job.hpp"
#include "runtime/tree_sum.hpp"

namespace stride::run {

// Gradients as they are written on request, on the inner domain, of the parameter (slowness or velocity).
struct GradientFields {
  Array<float> raw, raw_preconditioner;
  Array<float> preconditioned, preconditioner;
  Array<float> processed;
};

// Holds the model and the optimiser. The optimiser's hooks are the stages of an update, in this order: the sum over the
// shots; the parameter's raw gradient, penalties included; the preconditioner; ProcessGlobalGradient and
// test_step_size; the step; back to vp, ProcessModelIteration, the constraints, and whether the model can be stepped.
class ModelUpdate {
 public:
  // Both are lent. Error(usage) for what the tables of optimisation/ refuse.
  ModelUpdate(const spec::Spec& spec, const InvertJob& job);
  ModelUpdate(const ModelUpdate&) = delete;
  ModelUpdate& operator=(const ModelUpdate&) = delete;

  optimisation::DataParallelOptimiser<float>& optimiser() { return *optimiser_; }
  // vp, m/s.
  const Array<float>& model() const { return model_; }
  void set_model(Array<float> vp);
  const std::vector<std::vector<double>>& kept_norms() const { return kept_norms_; }
  void keep_norms(std::vector<std::vector<double>> norms) { kept_norms_ = std::move(norms); }

  void start_batch(std::size_t shots);
  // By any thread.
  void add(std::size_t position, Array<float> gradient, Array<float> preconditioner);
  void leave_out(std::size_t position);

  // The penalties of a model.
  double penalty(const Array<float>& vp) const;
  // The model that a step along a direction of the parameter leads to, projected; of the present one for step 0.
  Array<float> trial(const Array<float>& direction, double step) const;
  // <gradient, direction> of the parameter's raw gradient, which a line search needs.
  double raw_product(const Array<float>& direction) const;
  // The parameter's raw gradient from the sum of the shots' gradients dloss/dvp at `vp`, penalties included.
  Array<float> raw_gradient(Array<float> sum, const Array<float>& vp) const;

  // False: the gradient was not finite, and the model is as it was. Error(failed): the gradient is zero, or the model
  // that comes out cannot be stepped.
  bool update(const optimisation::Optimiser<float>::ChooseStep& choose);
  // Of the last update; only what loop.write_gradients asks for.
  const GradientFields& fields() const { return fields_; }
  bool is_slowness() const { return slowness_; }

 private:
  using Update = optimisation::Update<float>;
  void add_hooks();
  void make_raw(Update& update);
  void precondition(Update& update);
  void process(Update& update);
  void finish(Update& update);
  void project(Array<float>& vp) const;
  Array<float> to_parameter(const Array<float>& vp) const;
  Array<float> to_vp(const Array<float>& parameter) const;
  bool writes(const std::string& what) const;

  const spec::Spec& spec_;
  const InvertJob& job_;
  bool slowness_ = true;
  double prec_scale_ = 4, test_step_ = 1;
  Array<float> model_, parameter_, mask_;
  std::vector<std::unique_ptr<optimisation::Penalty<float>>> penalties_;
  std::unique_ptr<optimisation::Constraint<float>> constraints_;
  std::unique_ptr<optimisation::DataParallelOptimiser<float>> optimiser_;
  std::unique_ptr<runtime::TreeSum<Array<float>>> energy_sum_;
  Array<float> energy_, raw_;
  std::vector<std::vector<double>> kept_norms_;
  GradientFields fields_;
};

}  // namespace stride::run
