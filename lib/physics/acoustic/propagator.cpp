#include "physics/acoustic/propagator.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "physics/acoustic/fields.hpp"
#include "physics/acoustic/gradient.hpp"
#include "physics/acoustic/history.hpp"
#include "physics/acoustic/injection.hpp"
#include "signal/windows.hpp"

namespace stride::physics::acoustic {

template <class Real>
struct PropagatorData {
  PropagatorData(std::shared_ptr<const Model<Real>> of, int count)
      : model(std::move(of)), fields(model, count), threads(count) {}

  // Ready for a shot; from shot to shot the memory stays where it is.
  void prepare_history(std::size_t record, const StoreSettings& wanted) {
    if (history && samples == record && store == wanted) return;
    history.reset();
    history = make_history(model, threads, record, wanted);
    samples = record;
    store = wanted;
  }

  std::shared_ptr<const Model<Real>> model;
  Fields<Real> fields;
  int threads;
  std::unique_ptr<History<Real>> history;
  std::size_t samples = 0;  // that `history` is for, and how
  StoreSettings store;
  std::unique_ptr<GradientSum<Real>> sum;
};

namespace {

template <class Real>
bool finite(const Fields<Real>& fields) {
  const Layout& l = fields.model().layout;
  for (std::size_t i = 0; i < l.cells[0]; ++i)
    for (std::size_t j = 0; j < l.cells[1]; ++j) {
      const Real* row = fields.now() + l.row(i, j);
      bool row_finite = true;  // no way out of the loop, so that it runs in vectors
      for (std::size_t k = 0; k < l.row_reals(); ++k) row_finite &= std::isfinite(row[k]);
      if (!row_finite) return false;
    }
  return true;
}

template <class Real>
Array<float> extended(const Real* field, const ModelData<Real>& model) {
  const Layout& l = model.layout;
  Array<float> out = Array<float>::uninitialised(l.extended());
  float* to = out.data();
  for (std::size_t i = 0; i < l.cells[0]; ++i)
    for (std::size_t j = 0; j < l.cells[1]; ++j)
      for (std::size_t k = 0; k < l.cells[2]; ++k) *to++ = static_cast<float>(field[l.offset(i, j, k)]);
  return out;
}

// Steps between two looks at the whole field.
constexpr std::size_t look_every = 100;

[[noreturn]] void not_finite(const ShotSetup& shot, std::size_t sample, double dt_s) {
  throw Error(ErrorKind::failed, fmt::format("shot {}", shot.id),
              fmt::format("the wave field is no longer finite at sample {} ({:.6g} s)", sample,
                          static_cast<double>(sample) * dt_s),
              "the step is unstable, or the wavelet is far too large");
}

[[noreturn]] void stopped(const ShotSetup& shot, std::size_t sample, std::size_t samples) {
  throw Error(ErrorKind::interrupted, fmt::format("shot {}", shot.id),
              fmt::format("stopped at sample {} of {}", sample, samples));
}

}  // namespace

template <class Real>
Propagator<Real>::Propagator(std::shared_ptr<const Model<Real>> model, int threads)
    : data_(std::make_unique<PropagatorData<Real>>(std::move(model), threads)) {}

template <class Real>
Propagator<Real>::~Propagator() = default;

template <class Real>
std::uint64_t Propagator<Real>::points() const {
  return data_->fields.model().layout.points();
}

namespace {

// Steps from 1 to samples - 2, each framed by what `keeper` does before and after it.
template <class Real, class Before, class After>
Array<Real> model_shot(const ShotSetup& shot, const Monitor& monitor, const Injection<Real>& injection,
                       Fields<Real>& fields, const Before& before, const After& after) {
  const ModelData<Real>& model = fields.model();
  const Recording<Real> recording(shot, model);
  const std::size_t samples = shot.wavelets.cols;
  Array<Real> traces = Array<Real>::zeros({recording.count(), samples});
  fields.clear();
  for (std::size_t n = 1; n + 1 < samples; ++n) {
    before(n);
    fields.step();
    after(n);
    injection.add(n, fields);
    if (!recording.record(fields.now(), n, traces) || (n % look_every == 0 && !finite(fields)))
      not_finite(shot, n, model.dt_s);
    if (monitor.snapshot_every > 0 && n % monitor.snapshot_every == 0)
      monitor.snapshot(n, extended(fields.now(), model));
    if (monitor.go_on && !monitor.go_on(n + 1)) stopped(shot, n, samples);
  }
  if (samples > 2 && !finite(fields)) not_finite(shot, samples - 2, model.dt_s);
  return traces;
}

}  // namespace

template <class Real>
Array<Real> Propagator<Real>::run(const ShotSetup& shot, const Monitor& monitor) {
  Fields<Real>& fields = data_->fields;
  const Injection<Real> injection(shot, fields);
  const auto nothing = [](std::size_t) {};
  return model_shot<Real>(shot, monitor, injection, fields, nothing, nothing);
}

template <class Real>
StorePlan Propagator<Real>::store_plan(const Space& space, const Settings& settings, Kernel kernel, bool has_rho,
                                       bool has_alpha, std::size_t samples, const StoreSettings& store) {
  return plan_history<Real>(space, settings, kernel, has_rho, has_alpha, samples, store);
}

template <class Real>
std::uint64_t Propagator<Real>::gradient_bytes(const Space& space, const Settings& settings, Kernel kernel,
                                               bool has_rho, bool has_alpha, std::size_t samples,
                                               const StoreSettings& store) {
  const Layout layout = make_layout(space, settings, sizeof(Real));
  return GradientSum<Real>::bytes(layout, settings, kernel, has_rho, has_alpha) +
         store_plan(space, settings, kernel, has_rho, has_alpha, samples, store).memory_bytes;
}

template <class Real>
Array<Real> Propagator<Real>::run_and_keep(const ShotSetup& shot, const Monitor& monitor, const StoreSettings& store) {
  Fields<Real>& fields = data_->fields;
  data_->sum.reset();
  data_->prepare_history(shot.wavelets.cols, store);
  data_->sum = std::make_unique<GradientSum<Real>>(shot, fields, data_->threads);
  History<Real>& history = *data_->history;
  Array<Real> traces = model_shot<Real>(
      shot, monitor, data_->sum->sources(), fields, [&](std::size_t n) { history.before_step(n, fields, *data_->sum); },
      [&](std::size_t n) { history.after_step(n, fields, *data_->sum); });
  history.finish(fields);
  return traces;
}

namespace {

// See Settings::adjoint_stride.
template <class Real>
Array<Real> aligned_as_stride(Rows<const Real> residuals, std::size_t undersample) {
  const std::size_t samples = residuals.cols;
  const std::vector<double> taper = signal::tukey(samples, 0.001);
  Array<Real> out = Array<Real>::zeros({residuals.rows, samples});
  for (std::size_t r = 0; r < residuals.rows; ++r)
    for (std::size_t n = 1; n + undersample < samples; ++n)
      out[r * samples + n - 1] = static_cast<Real>(taper[n] * static_cast<double>(residuals.row(r)[n]));
  return out;
}

}  // namespace

template <class Real>
ShotGradient<Real> Propagator<Real>::gradient(const ShotSetup& shot, Rows<const Real> residuals,
                                              const Monitor& monitor) {
  assert(data_->sum && residuals.cols == shot.wavelets.cols);
  Fields<Real>& fields = data_->fields;
  const ModelData<Real>& model = fields.model();
  Array<Real> aligned;
  if (model.settings.adjoint_stride) {
    aligned = aligned_as_stride(residuals, data_->store.undersample);
    residuals = std::as_const(aligned).rows();
  }
  const Injection<Real> injection(Recording<Real>(shot, model), residuals, model);
  const std::size_t samples = residuals.cols;
  // While the forward field is stepped for step n of the adjoint, which is not done yet.
  const auto ask = [&](std::size_t n) {
    return [&, n] {
      if (monitor.go_on && !monitor.go_on(n + 1)) stopped(shot, n, samples);
    };
  };
  fields.clear();
  for (std::size_t n = samples < 3 ? 0 : samples - 2; n > 0; --n) {
    fields.step_back();
    injection.add(n, fields);
    data_->sum->add(n, fields, data_->history->at(n, *data_->sum, ask(n)));
    if (n % look_every == 0 && !finite(fields)) not_finite(shot, n, model.dt_s);
    if (monitor.go_on && !monitor.go_on(n)) stopped(shot, n, samples);
  }
  const std::unique_ptr<GradientSum<Real>> sum = std::move(data_->sum);
  return sum->finish();
}

template class Propagator<float>;
template class Propagator<double>;

}  // namespace stride::physics::acoustic
