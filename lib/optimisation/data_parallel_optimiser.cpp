#include "optimisation/data_parallel_optimiser.hpp"

#include <algorithm>
#include <limits>

#include "core/error.hpp"

namespace stride::optimisation {
namespace {

void check_replicas(bool any, const std::string& problem) {
  if (!any) throw Error(ErrorKind::usage, "data_parallel_optimiser", "there is no replica to set up");
  if (!problem.empty()) throw Error(ErrorKind::usage, "data_parallel_optimiser", problem);
}

template <class Real>
std::string unlike_shapes(const std::vector<Array<Real>*>& replicas) {
  for (const Array<Real>* replica : replicas)
    if (replica->shape() != replicas[0]->shape())
      return "a replica's parameters have the shape " + to_string(replica->shape()) + ", the root's " +
             to_string(replicas[0]->shape());
  return "";
}

}  // namespace

template <class Real>
void DataParallelOptimiser<Real>::setup(std::vector<Array<Real>*> replicas) {
  check_replicas(!replicas.empty(), unlike_shapes(replicas));
  if (!replicas_.empty()) {
    wrapped_->remove_hook(cumulate_gradients);
    wrapped_->remove_hook(update_model_params);
    replicas_.clear();
  }
  for (const char* name : {cumulate_gradients, update_model_params})
    if (wrapped_->has_hook(name))
      throw Error(ErrorKind::usage, std::string("hook ") + name, "there is a hook of that name already",
                  "use one data-parallel optimiser for each optimiser");
  wrapped_->add_hook({cumulate_gradients, Timing::pre, std::numeric_limits<int>::max(),
                      [this](Update<Real>& update) { cumulate(update); }});
  wrapped_->add_hook({update_model_params, Timing::post, std::numeric_limits<int>::min(),
                      [this](Update<Real>& update) { publish(update.parameters); }});
  replicas_ = std::move(replicas);
  gradient_ = Array<Real>::zeros(replicas_[0]->shape());
  wrapped_->setup({replicas_[0], &gradient_});
  publish(*replicas_[0]);
}

template <class Real>
runtime::TreeSum<Array<Real>>& DataParallelOptimiser<Real>::batch() const {
  if (!sum_)
    throw Error(ErrorKind::usage, "data_parallel_optimiser", "there is no batch to add gradients of",
                "call start_batch first");
  return *sum_;
}

template <class Real>
void DataParallelOptimiser<Real>::cumulate(Update<Real>& update) {
  std::optional<Array<Real>> sum = batch().take();
  sum_.reset();
  if (!sum) throw Error(ErrorKind::failed, "data_parallel_optimiser", "no item of the batch gave a gradient");
  if (sum->shape() != update.gradient.shape())
    throw Error(ErrorKind::usage, "data_parallel_optimiser",
                "the items' gradients have the shape " + to_string(sum->shape()) + ", the parameters " +
                    to_string(update.gradient.shape()));
  update.gradient = std::move(*sum);
}

template <class Real>
void DataParallelOptimiser<Real>::publish(const Array<Real>& parameters) {
  for (Array<Real>* replica : replicas_)
    if (replica->data() != parameters.data()) std::copy(parameters.begin(), parameters.end(), replica->begin());
}

template class DataParallelOptimiser<float>;
template class DataParallelOptimiser<double>;

}  // namespace stride::optimisation
