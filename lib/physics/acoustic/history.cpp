#include "physics/acoustic/history.hpp"

#include <algorithm>
#include <utility>

#include "physics/acoustic/boundary_history.hpp"
#include "physics/acoustic/checkpoint_history.hpp"
#include "physics/acoustic/memory.hpp"

namespace stride::physics::acoustic {
namespace {

// Every kept step, in memory or on disk.
template <class Real>
class WholeHistory : public History<Real> {
 public:
  WholeHistory(const ModelData<Real>& model, std::size_t samples, const StoreSettings& settings)
      : kept_(model, samples, settings) {}

  void before_step(std::size_t n, Fields<Real>& fields, GradientSum<Real>& sum) override {
    sum.before_step(n, fields, kept_);
  }
  void after_step(std::size_t n, const Fields<Real>& fields, GradientSum<Real>& sum) override {
    sum.after_step(n, fields, kept_);
  }
  const KeptFields<Real>& at(std::size_t, GradientSum<Real>&, const std::function<void()>&) override { return kept_; }
  std::uint64_t bytes() const override { return kept_.bytes(); }

 private:
  KeptFields<Real> kept_;
};

}  // namespace

template <class Real>
std::uint64_t propagator_bytes(const ModelData<Real>& model) {
  return memory_need(model.space, model.settings, model.kernel, !model.rho.empty(), model.lossy || !model.loss.empty(),
                     sizeof(Real))
      .propagator;
}

template <class Real>
std::unique_ptr<History<Real>> make_history(std::shared_ptr<const Model<Real>> model, int threads, std::size_t samples,
                                            const StoreSettings& settings) {
  switch (settings.strategy) {
    case StoreStrategy::checkpoint:
      return std::make_unique<CheckpointHistory<Real>>(std::move(model), threads, samples, settings);
    case StoreStrategy::boundary:
      return std::make_unique<BoundaryHistory<Real>>(model, threads, samples, settings);
    default:
      return std::make_unique<WholeHistory<Real>>(model->data(), samples, settings);
  }
}

template <class Real>
StorePlan plan_history(const Space& space, const Settings& settings, Kernel kernel, bool has_rho, bool has_alpha,
                       std::size_t samples, const StoreSettings& store) {
  const Layout layout = make_layout(space, settings, sizeof(Real));
  const auto fields = [&] { return memory_need(space, settings, kernel, has_rho, has_alpha, sizeof(Real)).propagator; };
  if (store.strategy == StoreStrategy::boundary) {
    StorePlan plan = BoundaryHistory<Real>::plan(layout, settings, kernel, has_rho, samples, store);
    plan.memory_bytes += fields();
    return plan;
  }
  if (store.strategy != StoreStrategy::checkpoint)
    return KeptFields<Real>::plan(layout, settings, kernel, has_rho, has_alpha, samples, store);
  const CheckpointPlan cut =
      CheckpointHistory<Real>::plan(layout, settings, kernel, has_rho, has_alpha, samples, store);
  StorePlan plan = KeptFields<Real>::plan(layout, settings, kernel, has_rho, has_alpha,
                                          std::min(samples, cut.block_steps + 2), in_memory(store));
  plan.memory_bytes += cut.states * state_bytes(layout, settings, has_alpha, sizeof(Real));
  if (cut.blocks > 1) plan.memory_bytes += fields();
  plan.extra_steps = cut.extra_steps;
  return plan;
}

template std::uint64_t propagator_bytes(const ModelData<float>&);
template std::uint64_t propagator_bytes(const ModelData<double>&);
template std::unique_ptr<History<float>> make_history(std::shared_ptr<const Model<float>>, int, std::size_t,
                                                      const StoreSettings&);
template std::unique_ptr<History<double>> make_history(std::shared_ptr<const Model<double>>, int, std::size_t,
                                                       const StoreSettings&);
template StorePlan plan_history<float>(const Space&, const Settings&, Kernel, bool, bool, std::size_t,
                                       const StoreSettings&);
template StorePlan plan_history<double>(const Space&, const Settings&, Kernel, bool, bool, std::size_t,
                                        const StoreSettings&);

}  // namespace stride::physics::acoustic
