#include "optimisation/optimiser/closure.hpp"

#include <algorithm>
#include <utility>

#include "core/error.hpp"
#include "operators/reductions.hpp"

namespace stride::optimisation {
namespace {

template <class Real>
Array<Real> items_of(const std::string& name, const Array<Real>& array, const std::vector<std::size_t>& positions) {
  if (array.rank() == 0) return array.clone();
  Shape shape = array.shape();
  const std::size_t items = shape[0], each = items == 0 ? 0 : array.size() / items;
  shape[0] = positions.size();
  Array<Real> part = Array<Real>::uninitialised(std::move(shape));
  Real* to = part.data();
  for (const std::size_t position : positions) {
    if (position >= items)
      throw Error(ErrorKind::usage, name,
                  "the fold names item " + std::to_string(position) + " of " + std::to_string(items));
    to = std::copy_n(array.data() + position * each, each, to);
  }
  return part;
}

template <class Real>
NamedArrays<Real> items_of(const NamedArrays<Real>& batch, const std::vector<std::size_t>& positions) {
  NamedArrays<Real> part;
  for (const auto& [name, array] : batch) part.emplace(name, items_of(name, array, positions));
  return part;
}

template <class Real>
double common_scale(const std::map<std::string, Stepper<Real>>& optimisers) {
  const double scale = optimisers.begin()->second.optimiser->loss_scale();
  for (const auto& [name, stepper] : optimisers)
    if (stepper.optimiser->loss_scale() != scale)
      throw Error(ErrorKind::usage, "closure", "optimiser " + name + " has another loss scale than the first",
                  "give all the same");
  return scale;
}

template <class Real>
bool update_all(Model<Real>& model, const std::map<std::string, Stepper<Real>>& optimisers,
                NamedArrays<Real> gradients) {
  const double scale = common_scale(optimisers);
  if (scale != 1)
    for (auto& [name, gradient] : gradients) operators::scale(gradient.data(), gradient.size(), scale);
  model.clear_grads();
  model.adjoint(gradients);
  const Array<Real> raw = optimisers.size() > 1 ? model.grads().clone() : Array<Real>();
  bool updated = true;
  for (const auto& [name, stepper] : optimisers) {
    // Each divides the gradient by the scale, in place.
    std::copy(raw.begin(), raw.end(), model.grads().begin());
    updated = stepper.optimiser->update(model.params(), model.grads(), stepper.step) && updated;
  }
  return updated;
}

template <class Real>
ClosureResult<Real> one_step(Model<Real>& model, const NamedArrays<Real>& batch,
                             const std::map<std::string, Stepper<Real>>& optimisers,
                             const std::map<std::string, LossTerm<Real>>& losses,
                             const std::map<std::string, Metric<Real>>& metrics) {
  ClosureResult<Real> result;
  result.predictions = model.forward(batch);
  NamedArrays<Real> gradients;
  NamedArrays<Real>* wanted = optimisers.empty() ? nullptr : &gradients;
  for (const auto& [name, loss] : losses) result.losses[name] = loss(result.predictions, batch, wanted);
  for (const auto& [name, metric] : metrics) result.metrics[name] = metric(result.predictions, batch);
  if (wanted != nullptr) result.updated = update_all(model, optimisers, std::move(gradients));
  return result;
}

}  // namespace

template <class Real>
ClosureResult<Real> closure(Model<Real>& model, const NamedArrays<Real>& batch,
                            const std::map<std::string, Stepper<Real>>& optimisers,
                            const std::map<std::string, LossTerm<Real>>& losses,
                            const std::map<std::string, Metric<Real>>& metrics, const Fold* fold) {
  if (fold == nullptr) return one_step(model, batch, optimisers, losses, metrics);
  ClosureResult<Real> result = one_step(model, items_of(batch, fold->training), optimisers, losses, metrics);
  const NamedArrays<Real> held_out = items_of(batch, fold->held_out);
  const NamedArrays<Real> predictions = model.forward(held_out);
  for (const auto& [name, loss] : losses) result.metrics["held_out_" + name] = loss(predictions, held_out, nullptr);
  return result;
}

template ClosureResult<float> closure(Model<float>&, const NamedArrays<float>&,
                                      const std::map<std::string, Stepper<float>>&,
                                      const std::map<std::string, LossTerm<float>>&,
                                      const std::map<std::string, Metric<float>>&, const Fold*);
template ClosureResult<double> closure(Model<double>&, const NamedArrays<double>&,
                                       const std::map<std::string, Stepper<double>>&,
                                       const std::map<std::string, LossTerm<double>>&,
                                       const std::map<std::string, Metric<double>>&, const Fold*);

}  // namespace stride::optimisation
