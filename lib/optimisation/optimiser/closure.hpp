// One step of an optimisation: predict, judge, adjoint, update.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "core/array.hpp"
#include "optimisation/optimiser/folds.hpp"
#include "optimisation/optimiser/optimiser.hpp"

namespace stride::optimisation {

// Arrays with the batch (shots) along the first axis; an array without axes belongs to all.
template <class Real>
using NamedArrays = std::map<std::string, Array<Real>>;

// What a closure needs of the thing that is optimised.
template <class Real>
class Model {
 public:
  virtual ~Model() = default;
  virtual NamedArrays<Real> forward(const NamedArrays<Real>& batch) = 0;
  // Adds to grads() the adjoint of the last forward, applied to one gradient per prediction that has any.
  virtual void adjoint(const NamedArrays<Real>& prediction_gradients) = 0;
  virtual void clear_grads() = 0;
  virtual Array<Real>& params() = 0;
  virtual Array<Real>& grads() = 0;

 protected:
  Model() = default;
  Model(const Model&) = default;
  Model& operator=(const Model&) = default;
};

// The value of a loss; where `gradients` is not null, also puts there (or adds, where one is there already) its
// derivative with respect to the predictions that it depends on, under their keys.
template <class Real>
using LossTerm = std::function<double(const NamedArrays<Real>& predictions, const NamedArrays<Real>& batch,
                                      NamedArrays<Real>* gradients)>;
template <class Real>
using Metric = std::function<double(const NamedArrays<Real>& predictions, const NamedArrays<Real>& batch)>;

// An optimiser (lent) and the step it takes.
template <class Real>
struct Stepper {
  Optimiser<Real>* optimiser = nullptr;
  double step = 1;
};

template <class Real>
struct ClosureResult {
  std::map<std::string, double> metrics;  // "held_out_<loss>" too, when there is a fold
  std::map<std::string, double> losses;
  NamedArrays<Real> predictions;  // of the items that make the gradient, before the update
  bool updated = false;           // every optimiser made its update
};

// The sum of `losses` is what goes down. Without optimisers nothing is updated. With a fold the step is made on its
// training items alone; the losses of the held-out items are evaluated after the update and reported as metrics. The
// predictions' gradients are multiplied by the optimisers' loss scale, which update divides out. Error(usage) when two
// optimisers have different scales, or when a position of the fold is past the end of the batch.
template <class Real>
ClosureResult<Real> closure(Model<Real>& model, const NamedArrays<Real>& batch,
                            const std::map<std::string, Stepper<Real>>& optimisers,
                            const std::map<std::string, LossTerm<Real>>& losses,
                            const std::map<std::string, Metric<Real>>& metrics = {}, const Fold* fold = nullptr);

}  // namespace stride::optimisation
