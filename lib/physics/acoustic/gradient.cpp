#include "physics/acoustic/gradient.hpp"

#include <algorithm>
#include <cmath>

#include "core/flush_subnormals.hpp"
#include "physics/acoustic/attenuation.hpp"
#include "runtime/slabs.hpp"

namespace stride::physics::acoustic {

// With density L differences differences, each of which reaches as far as a half point can.
KeptMargins::KeptMargins(const Layout& layout, const Settings& settings, Kernel kernel, bool has_rho) {
  const std::size_t twice = has_rho ? 2 * layout.reach - 1 : layout.reach;
  acceleration = kernel == Kernel::ot4 ? twice : 0;
  // Beside a PML L u is taken of the kept field; else its differences are all that is needed.
  pressure = settings.boundary == Boundary::pml ? twice : layout.reach;
}

template <class Real>
KeptFields<Real>::KeptFields(const ModelData<Real>& model, std::size_t samples, const StoreSettings& settings)
    : acceleration(model.layout,
                   KeptMargins(model.layout, model.settings, model.kernel, !model.rho.empty()).acceleration, samples,
                   settings),
      change(model.layout, 0, model.lossy || !model.loss.empty() ? samples : 0, settings),
      pressure(model.layout, KeptMargins(model.layout, model.settings, model.kernel, !model.rho.empty()).pressure,
               model.rho.empty() ? 0 : samples, settings) {}

template <class Real>
StorePlan KeptFields<Real>::plan(const Layout& layout, const Settings& settings, Kernel kernel, bool has_rho,
                                 bool has_alpha, std::size_t samples, const StoreSettings& store) {
  const KeptMargins margins(layout, settings, kernel, has_rho);
  StorePlan plan;
  const auto add = [&](std::size_t margin) {
    plan.memory_bytes += WavefieldStore<Real>::bytes(layout, margin, samples, store);
    plan.disk_bytes += WavefieldStore<Real>::disk_bytes(layout, margin, samples, store);
  };
  add(margins.acceleration);
  if (has_alpha) add(0);
  if (has_rho) add(margins.pressure);
  return plan;
}

template <class Real>
GradientSum<Real>::GradientSum(const ShotSetup& shot, Fields<Real>& fields, int threads)
    : d_(&fields.model()),
      threads_(threads),
      raw_(d_->settings.source_scaling == SourceScaling::raw),
      sources_(shot, fields),
      by_cell_(sources_.shares()),
      series_gradient_(sources_.series().size(), std::vector<double>(shot.wavelets.cols)),
      kept_(d_->layout.size),
      twice_(d_->layout.size),
      sum_(d_->layout.size),
      squares_(d_->layout.size),
      change_(d_->lossy || !d_->loss.empty() ? d_->layout.size : 0),
      loss_sum_(change_.size()),
      pressure_(d_->rho.empty() ? 0 : d_->layout.size),
      density_(*d_, threads) {
  std::stable_sort(by_cell_.begin(), by_cell_.end(), [](const auto& a, const auto& b) { return a.offset < b.offset; });
}

template <class Real>
std::uint64_t GradientSum<Real>::bytes(const Layout& layout, const Settings& settings, Kernel kernel, bool has_rho,
                                       bool has_alpha) {
  const std::size_t fields = 5 + (has_alpha ? 2U : 0U) + (has_rho ? 1 + DensitySum<Real>::fields(layout.dim) : 0U) +
                             GeneralStep<Real>::scratch_back(settings, kernel, has_rho, has_alpha);  // one at the end
  return static_cast<std::uint64_t>(fields) * layout.size * sizeof(Real);
}

template <class Real>
template <class Act>
void GradientSum<Real>::rows(const Act& act) const {
  const Layout& l = d_->layout;
  const std::size_t reals = l.split ? l.row_reals() : l.inner[2], first = l.split ? 0 : l.before[2];
  runtime::for_slabs(threads_, l.inner[1], [&](std::size_t begin, std::size_t end) {
    const FlushSubnormals scope;
    for (std::size_t i = 0; i < l.inner[0]; ++i)
      for (std::size_t j = begin; j < end; ++j) act(l.row(l.before[0] + i, l.before[1] + j) + first, reals);
  });
}

// The fused step of OT2 does not leave its accelerations behind, and none the field that it replaces.
template <class Real>
void GradientSum<Real>::before_step(std::size_t n, Fields<Real>& fields, KeptFields<Real>& store) {
  if (!store.is_kept(n)) return;
  if (d_->lossy) {
    const Real* earlier = d_->settings.compat_stride ? fields.now() : fields.before();
    rows([&](std::size_t at, std::size_t reals) { std::copy_n(earlier + at, reals, change_.data() + at); });
  }
  if (d_->kernel == Kernel::ot4 || d_->general) return;
  if (Real* room = store.acceleration.rows_of(n)) {
    fields.accelerate_inner(fields.now(), room);
    return;
  }
  fields.accelerate(fields.now(), twice_.data());
  store.acceleration.keep(n, twice_.data(), threads_);
}

template <class Real>
void GradientSum<Real>::after_step(std::size_t n, const Fields<Real>& fields, KeptFields<Real>& store) {
  if (!store.is_kept(n)) return;
  if (d_->kernel == Kernel::ot4) {
    store.acceleration.keep(n, fields.half(), threads_);
  } else if (d_->general) {
    fields.general()->last_acceleration(twice_.data());
    store.acceleration.keep(n, twice_.data(), threads_);
  }
  if (!pressure_.empty()) store.pressure.keep(n, fields.before(), threads_);
  if (d_->lossy) {
    rows([&](std::size_t at, std::size_t reals) {
      const Real* next = fields.now() + at;
      Real* change = change_.data() + at;
      for (std::size_t k = 0; k < reals; ++k) change[k] = next[k] - change[k];
    });
  } else if (!change_.empty()) {
    fields.general()->last_change(change_.data());
  }
  if (!change_.empty()) store.change.keep(n, change_.data(), threads_);
}

// What acted in step n beside the medium: raw sources; and what OT4 makes of it all.
template <class Real>
void GradientSum<Real>::complete(std::size_t n, Fields<Real>& fields) {
  if (raw_)
    for (const auto& source : sources_.sources())
      for (std::size_t c = 0; c < source.stencil.offsets.size(); ++c)
        kept_[source.stencil.offsets[c]] +=
            static_cast<Real>(raw_weight(*d_, source.stencil, c)) * sources_.series()[source.series][n];
  if (d_->kernel == Kernel::ot4) fields.apply(kept_.data(), twice_.data());
}

// Of L u, while kept_ holds m L u alone. Beside a PML that holds the layer's terms too, so L u is taken again.
template <class Real>
void GradientSum<Real>::add_density(std::size_t n, Fields<Real>& fields, const KeptFields<Real>& store, Real weight) {
  store.pressure.fetch(n, pressure_.data(), threads_);
  fields.refresh(pressure_.data());
  if (d_->pml) fields.accelerate(pressure_.data(), twice_.data());
  GeneralStep<Real>* general = fields.general();
  density_.add(general->driver(fields.now(), fields.before()), pressure_.data(), d_->pml ? twice_.data() : kept_.data(),
               weight, general);
}

// The kept rows themselves where nothing is added to them; else null, and kept_ gets them.
template <class Real>
const Real* GradientSum<Real>::rows_as_kept(std::size_t n, const KeptFields<Real>& store) const {
  const bool as_they_are = !raw_ && pressure_.empty() && d_->kernel == Kernel::ot2;
  return as_they_are ? store.acceleration.rows_of(n) : nullptr;
}

// At a cell of the inner domain.
template <class Real>
Real GradientSum<Real>::acceleration_at(std::size_t at, const Real* rows_kept) const {
  if (rows_kept == nullptr) return kept_[at];
  const Layout& l = d_->layout;
  const std::size_t from = at - l.row(l.before[0], 0), pitch = static_cast<std::size_t>(l.pitch);
  const std::size_t j = from / pitch, in_row = from % pitch;
  const bool inside = j >= l.before[1] && j < l.before[1] + l.inner[1];
  return inside ? rows_kept[(j - l.before[1]) * l.row_reals() + in_row] : Real{};
}

// dJ/dm m^2: adjoint (a + 1/12 m L a), and with OT4 also 1/12 (m L adjoint) a.
template <class Real>
void GradientSum<Real>::add_products(const Real* adjoint, Real weight, const Real* rows_kept) {
  const bool fourth = d_->kernel == Kernel::ot4;
  const Layout& l = d_->layout;
  const std::size_t first = l.row(l.before[0], l.before[1]);
  rows([&](std::size_t at, std::size_t reals) {
    const Real* a =
        rows_kept == nullptr ? kept_.data() + at : rows_kept + (at - first) / static_cast<std::size_t>(l.pitch) * reals;
    const Real *mu = adjoint + at, *b = twice_.data() + at;
    Real *sum = sum_.data() + at, *squares = squares_.data() + at;
    for (std::size_t k = 0; k < reals; ++k) {
      const Real change = fourth ? a[k] + b[k] * Real(1.0 / 12) : a[k];
      sum[k] += weight * (mu[k] * change);
      squares[k] += weight * (change * change);
    }
  });
}

// What sources add to the products: to the squares all that they inject, to the sum the second difference of raw ones.
template <class Real>
void GradientSum<Real>::add_at_sources(std::size_t n, const Real* adjoint, Real weight, const Real* rows_kept) {
  const bool fourth = d_->kernel == Kernel::ot4;
  if (raw_) {
    if (!fourth) return;
    for (const auto& source : sources_.sources())
      for (std::size_t c = 0; c < source.stencil.offsets.size(); ++c) {
        const std::size_t at = source.stencil.offsets[c];
        const Real second = sources_.series()[source.second_series][n];
        sum_[at] += weight * adjoint[at] * static_cast<Real>(raw_weight(*d_, source.stencil, c) / 12) * second;
      }
    return;
  }
  for (std::size_t s = 0; s < by_cell_.size();) {
    const std::size_t at = by_cell_[s].offset;
    Real injected = 0;
    for (; s < by_cell_.size() && by_cell_[s].offset == at; ++s)
      injected += by_cell_[s].weight * sources_.series()[by_cell_[s].series][n];
    const Real change = fourth ? kept_[at] + twice_[at] * Real(1.0 / 12) : acceleration_at(at, rows_kept);
    squares_[at] += weight * (2 * change + injected) * injected;
    if (d_->settings.adjoint_stride) sum_[at] += weight * adjoint[at] * injected;
  }
}

// The damping e = a vp dt of (1 + e) u+ = 2 u - (1 - e) u- + ...: dJ/de = -q u+adjoint (u+ - u-). What raw sources fire
// is damped with it. Power 2: u+ = ... + q loss (L u - L u-).
template <class Real>
void GradientSum<Real>::add_loss(std::size_t n, const Real* adjoint, const KeptFields<Real>& store) {
  store.change.fetch(n, change_.data(), threads_);
  if (raw_ && d_->lossy)
    for (const auto& share : sources_.shares())
      change_[share.offset] += share.weight * sources_.series()[share.series][n];
  const auto times = static_cast<Real>(store.change.undersample()), weight = d_->lossy ? -times : times;
  rows([&](std::size_t at, std::size_t reals) {
    const Real *mu = adjoint + at, *change = change_.data() + at;
    Real* sum = loss_sum_.data() + at;
    for (std::size_t k = 0; k < reals; ++k) sum[k] += weight * (mu[k] * change[k]);
  });
}

template <class Real>
void GradientSum<Real>::gather_series(std::size_t n, const Real* adjoint) {
  for (const auto& share : sources_.shares())
    series_gradient_[share.series][n] += static_cast<double>(share.weight) *
                                         static_cast<double>(adjoint[share.offset]) /
                                         static_cast<double>(adjoint_scale(*d_, share.offset));
}

template <class Real>
void GradientSum<Real>::add(std::size_t n, Fields<Real>& fields, const KeptFields<Real>& store) {
  const Real* adjoint = fields.now();
  gather_series(n, adjoint);
  if (!store.is_kept(n)) return;
  if (!change_.empty()) add_loss(n, adjoint, store);
  const auto weight = static_cast<Real>(store.acceleration.undersample());
  const Real* rows_kept = rows_as_kept(n, store);
  if (rows_kept == nullptr) store.acceleration.fetch(n, kept_.data(), threads_);
  if (!pressure_.empty()) add_density(n, fields, store, weight);
  complete(n, fields);
  add_products(adjoint, weight, rows_kept);
  add_at_sources(n, adjoint, weight, rows_kept);
  if (d_->kernel != Kernel::ot4) return;
  if (!pressure_.empty()) density_.add(adjoint, kept_.data(), twice_.data(), weight / 12, nullptr);
  fields.accelerate(adjoint, twice_.data());
  rows([&](std::size_t at, std::size_t reals) {
    const Real *a = kept_.data() + at, *b = twice_.data() + at;
    Real* sum = sum_.data() + at;
    for (std::size_t k = 0; k < reals; ++k) sum[k] += weight * (b[k] * a[k]) * Real(1.0 / 12);
  });
}

// With pressure scaling a source is as strong as vp where it stands.
template <class Real>
void GradientSum<Real>::add_source_speed(Real* vp) const {
  if (raw_ || d_->settings.adjoint_stride) return;
  for (const auto& source : sources_.sources()) {
    double strength = 0;
    const auto& series = sources_.series()[source.series];
    for (std::size_t n = 0; n < series.size(); ++n)
      strength += series_gradient_[source.series][n] * static_cast<double>(series[n]);
    const Stencil& stencil = source.stencil;
    if (d_->settings.compat_stride) {
      vp[stencil.floor_offset] += static_cast<Real>(strength / vp_at(*d_, stencil.floor_offset));
      continue;
    }
    double speed = 0;
    for (std::size_t c = 0; c < stencil.linear_offsets.size(); ++c)
      speed += stencil.linear_weights[c] * vp_at(*d_, stencil.linear_offsets[c]);
    for (std::size_t c = 0; c < stencil.linear_offsets.size(); ++c)
      vp[stencil.linear_offsets[c]] += static_cast<Real>(strength / speed * stencil.linear_weights[c]);
  }
}

template <class Real>
Array<Real> GradientSum<Real>::wavelets() const {
  const std::size_t count = sources_.sources().size(), samples = count == 0 ? 0 : series_gradient_.front().size();
  Array<Real> out = Array<Real>::zeros({count, samples});
  for (std::size_t s = 0; s < count; ++s) {
    const auto& source = sources_.sources()[s];
    std::vector<double> g = series_gradient_[source.series];
    if (raw_) {
      const std::vector<double>& second = series_gradient_[source.second_series];
      for (std::size_t n = 0; n < samples; ++n)
        g[n] += (n == 0 ? 0 : second[n - 1]) - 2 * second[n] + (n + 1 == samples ? 0 : second[n + 1]);
    } else if (d_->settings.diff_source) {
      for (double& value : g) value *= d_->dt_s;
    }
    g = injected_wavelet_adjoint(std::move(g), d_->settings.diff_source, d_->dt_s);
    for (std::size_t n = 0; n < samples; ++n) out[s * samples + n] = static_cast<Real>(g[n]);
  }
  return out;
}

template <class Real>
ShotGradient<Real> GradientSum<Real>::finish() const {
  const Layout& l = d_->layout;
  Buffer<Real> at_sources(l.size);
  add_source_speed(at_sources.data());
  const Shape shape(l.inner.begin() + static_cast<std::ptrdiff_t>(l.first_slot()), l.inner.end());
  ShotGradient<Real> out;
  for (Array<Real>* field : {&out.vp, &out.preconditioner}) *field = Array<Real>::uninitialised(shape);
  if (!change_.empty()) out.alpha = Array<Real>::uninitialised(shape);
  if (!pressure_.empty()) out.rho = Array<Real>::uninitialised(shape);
  out.wavelets = wavelets();
  const double dt2 = d_->dt_s * d_->dt_s, per_alpha = loss_rate(1, 1) * d_->dt_s * (d_->settings.compat_stride ? 2 : 1);
  const double per_alpha_squared = loss_per_laplacian(1, 1) * d_->dt_s / (l.spacing_m[2] * l.spacing_m[2]);
  std::size_t to = 0;
  for (std::size_t i = 0; i < l.inner[0]; ++i)
    for (std::size_t j = 0; j < l.inner[1]; ++j)
      for (std::size_t k = 0; k < l.inner[2]; ++k, ++to) {
        const std::size_t at = l.offset(l.before[0] + i, l.before[1] + j, l.before[2] + k);
        const double vp = vp_at(*d_, at), rho = d_->rho.empty() ? 1 : static_cast<double>(d_->rho[at]);
        const double scale = 1 / (static_cast<double>(d_->m[at]) * rho);
        double by_vp = 2 / vp * scale * static_cast<double>(sum_[at]) + static_cast<double>(at_sources[at]);
        if (d_->lossy) {
          const double by_rate = scale * static_cast<double>(loss_sum_[at]), rate = 1 / undamped_share(*d_, at) - 1;
          by_vp += by_rate * rate / vp;
          out.alpha[to] = static_cast<Real>(by_rate * per_alpha * vp);
        } else if (!change_.empty()) {
          const double by_loss = scale * static_cast<double>(loss_sum_[at]);
          by_vp += by_loss * 3 * static_cast<double>(d_->loss[at]) / vp;
          out.alpha[to] = static_cast<Real>(by_loss * per_alpha_squared * vp * vp * vp);
        }
        if (!pressure_.empty())
          out.rho[to] = static_cast<Real>(density_.at(l.before[0] + i, l.before[1] + j, l.before[2] + k));
        out.vp[to] = static_cast<Real>(by_vp);
        out.preconditioner[to] =
            static_cast<Real>(static_cast<double>(squares_[at]) / (dt2 * dt2) * 4 / std::pow(vp, 6));
      }
  return out;
}

template struct KeptFields<float>;
template struct KeptFields<double>;
template class GradientSum<float>;
template class GradientSum<double>;

}  // namespace stride::physics::acoustic
