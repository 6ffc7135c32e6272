#include "physics/acoustic/propagator.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/error.hpp"
#include "physics/acoustic/fields.hpp"
#include "physics/acoustic/injection.hpp"

namespace stride::physics::acoustic {

template <class Real>
struct PropagatorData {
  PropagatorData(std::shared_ptr<const Model<Real>> model, int threads) : fields(std::move(model), threads) {}

  Fields<Real> fields;
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

template <class Real>
Array<float> Propagator<Real>::run(const ShotSetup& shot, const Monitor& monitor) {
  Fields<Real>& fields = data_->fields;
  const ModelData<Real>& model = fields.model();
  const Injection<Real> injection(shot, fields);
  const Recording<Real> recording(shot, model);
  const std::size_t samples = shot.wavelets.cols;
  Array<float> traces = Array<float>::zeros({recording.count(), samples});
  fields.clear();
  for (std::size_t n = 1; n + 1 < samples; ++n) {
    fields.step();
    injection.add(n, fields);
    if (!recording.record(fields.now(), n, traces) || (n % look_every == 0 && !finite(fields)))
      not_finite(shot, n, model.dt_s);
    if (monitor.snapshot_every > 0 && n % monitor.snapshot_every == 0)
      monitor.snapshot(n, extended(fields.now(), model));
    if (monitor.go_on && !monitor.go_on(n + 1))
      throw Error(ErrorKind::interrupted, fmt::format("shot {}", shot.id),
                  fmt::format("stopped at sample {} of {}", n, samples));
  }
  if (samples > 2 && !finite(fields)) not_finite(shot, samples - 2, model.dt_s);
  return traces;
}

template class Propagator<float>;
template class Propagator<double>;

}  // namespace stride::physics::acoustic
