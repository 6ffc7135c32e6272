#include "physics/acoustic/boundary_history.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"

namespace stride::physics::acoustic {
namespace {

template <class Real>
const Model<Real>& checked(const Model<Real>& model) {
  const ModelData<Real>& data = model.data();
  const std::string obstacle = boundary_obstacle(data.space, data.settings, data.lossy || !data.loss.empty());
  if (!obstacle.empty())
    throw Error(ErrorKind::usage, "physics.wavefield.strategy", obstacle, "take memory, disk or checkpoint");
  return model;
}

}  // namespace

std::string boundary_obstacle(const Space& space, const Settings& settings, bool has_alpha) {
  if (has_alpha) return "boundary steps the wave field back, which attenuation does not allow";
  if (settings.boundary == Boundary::pml)
    return "boundary steps the wave field back, which the memory of a pml does not allow";
  for (std::size_t axis = 0; axis < space.dim(); ++axis) {
    if (space.extra[axis] > 0 && space.absorbing[axis] > space.extra[axis])
      return fmt::format(
          "boundary steps the wave field back where nothing absorbs, but along axis {} the absorbing layer of {} cells "
          "reaches into the inner domain: only {} cells are extra",
          axis, space.absorbing[axis], space.extra[axis]);
  }
  return "";
}

template <class Real>
StorePlan BoundaryHistory<Real>::plan(const Layout& layout, const Settings& settings, Kernel kernel, bool has_rho,
                                      std::size_t samples, const StoreSettings& store) {
  const std::size_t strip = BoundaryStrip(layout, strip_width(layout, kernel, has_rho)).size();
  const std::size_t steps = samples < 3 ? 0 : samples - 2;
  const StorePlan one =
      KeptFields<Real>::plan(layout, settings, kernel, has_rho, false, one_step(samples, store), in_memory(store));
  return {frames(samples) * strip * sizeof(Real) + one.memory_bytes, 0,
          steps < store.undersample ? 0 : steps - store.undersample + 1};
}

template <class Real>
BoundaryHistory<Real>::BoundaryHistory(const std::shared_ptr<const Model<Real>>& model, int threads,
                                       std::size_t samples, const StoreSettings& settings)
    : threads_(threads),
      strip_(checked(*model).data().layout,
             strip_width(model->data().layout, model->data().kernel, !model->data().rho.empty())),
      frames_(frames(samples)),
      kept_frames_(frames_ * strip_.size()),
      first_kept_(settings.undersample),
      kept_(model->data(), one_step(samples, settings), in_memory(settings)),
      back_(model, threads) {}

// Before step n the field is that after step n - 1.
template <class Real>
void BoundaryHistory<Real>::before_step(std::size_t n, Fields<Real>& fields, GradientSum<Real>&) {
  if (n < 2 || n - 1 > frames_) return;
  strip_.copy(fields.now(), kept_frames_.data() + (n - 2) * strip_.size(), threads_);
}

template <class Real>
void BoundaryHistory<Real>::finish(const Fields<Real>& fields) {
  back_.turn_back(fields);
}

// From the fields after steps n - 1 and n to those after n - 2 and n - 1; fields 0 and -1 are zero.
// What no kept step needs is not stepped back.
template <class Real>
const KeptFields<Real>& BoundaryHistory<Real>::at(std::size_t n, GradientSum<Real>& sum,
                                                  const std::function<void()>& stepped) {
  if (n < first_kept_) return kept_;
  sum.before_step(n, back_, kept_);
  sum.sources().take_back(n, back_);
  back_.step();
  sum.after_step(n, back_, kept_);
  if (n > 2)
    strip_.paste(kept_frames_.data() + (n - 3) * strip_.size(), back_, threads_);
  else
    back_.clear();
  stepped();
  return kept_;
}

template <class Real>
std::uint64_t BoundaryHistory<Real>::bytes() const {
  return kept_frames_.size() * sizeof(Real) + kept_.bytes() + propagator_bytes(back_.model());
}

template class BoundaryHistory<float>;
template class BoundaryHistory<double>;

}  // namespace stride::physics::acoustic
