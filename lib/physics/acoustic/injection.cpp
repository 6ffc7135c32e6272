#include "physics/acoustic/injection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/error.hpp"
#include "signal/windows.hpp"

namespace stride::physics::acoustic {
namespace {

constexpr double taper_fraction = 0.001;

}  // namespace

template <class Real>
double vp_at(const ModelData<Real>& model, std::size_t offset) {
  return std::sqrt(static_cast<double>(model.m[offset])) * model.layout.spacing_m[2] / model.dt_s;
}

template <class Real>
double raw_weight(const ModelData<Real>& model, const Stencil& stencil, std::size_t n) {
  const auto& h = model.layout.spacing_m;
  double cell = 1;
  for (std::size_t s = model.layout.first_slot(); s < 3; ++s) cell *= h[s];
  return static_cast<double>(model.m[stencil.offsets[n]]) * h[2] * h[2] / cell * stencil.weights[n];
}

namespace {

// vp at a point: of the cells around it, or of the floor node.
template <class Real>
double speed_at(const Stencil& stencil, const ModelData<Real>& model) {
  if (model.settings.compat_stride) return vp_at(model, stencil.floor_offset);
  double sum = 0;
  for (std::size_t n = 0; n < stencil.linear_offsets.size(); ++n)
    sum += stencil.linear_weights[n] * vp_at(model, stencil.linear_offsets[n]);
  return sum;
}

}  // namespace

template <class Real>
double undamped_share(const ModelData<Real>& model, std::size_t offset) {
  if (model.general) return static_cast<double>(model.q[offset]);
  if (!model.e.empty()) return 1 / (1 + static_cast<double>(model.e[offset]));
  return model.c2.empty() ? 1 : 0.5 - 0.5 * static_cast<double>(model.c2[offset]);
}

template <class Real>
Real adjoint_scale(const ModelData<Real>& model, std::size_t offset) {
  const double rho = model.rho.empty() ? 1 : static_cast<double>(model.rho[offset]);
  return static_cast<Real>(undamped_share(model, offset) * static_cast<double>(model.m[offset]) * rho);
}

namespace {

// One bad sample would make the whole field bad, and the cause hard to find.
void refuse_not_finite(const ShotSetup& shot) {
  for (std::size_t s = 0; s < shot.wavelets.rows; ++s)
    for (std::size_t n = 0; n < shot.wavelets.cols; ++n)
      if (!std::isfinite(shot.wavelets.row(s)[n]))
        throw Error(ErrorKind::data, fmt::format("shot {}", shot.id),
                    fmt::format("the wavelet of its source at location {} is {} at sample {}", shot.sources.ids[s],
                                shot.wavelets.row(s)[n], n),
                    "mend the wavelet");
}

}  // namespace

std::vector<double> injected_wavelet(const float* wavelet, std::size_t samples, bool differentiate, double dt_s) {
  std::vector<double> w = signal::tukey(samples, taper_fraction);
  for (std::size_t n = 0; n < samples; ++n) w[n] *= static_cast<double>(wavelet[n]);
  if (!differentiate || samples < 2) return w;
  std::vector<double> slope(samples);
  slope.front() = (w[1] - w[0]) / dt_s;
  slope.back() = (w[samples - 1] - w[samples - 2]) / dt_s;
  for (std::size_t n = 1; n + 1 < samples; ++n) slope[n] = (w[n + 1] - w[n - 1]) / (2 * dt_s);
  return slope;
}

std::vector<double> injected_wavelet_adjoint(std::vector<double> injected, bool differentiate, double dt_s) {
  const std::size_t samples = injected.size();
  std::vector<double> w = std::move(injected);
  if (differentiate && samples >= 2) {
    const std::vector<double> slope = w;
    std::fill(w.begin(), w.end(), 0.0);
    for (std::size_t n = 0; n < samples; ++n) {
      const std::size_t low = n == 0 ? 0 : n - 1, high = n + 1 == samples ? n : n + 1;
      const double part = slope[n] / (static_cast<double>(high - low) * dt_s);
      w[high] += part;
      w[low] -= part;
    }
  }
  const std::vector<double> taper = signal::tukey(samples, taper_fraction);
  for (std::size_t n = 0; n < samples; ++n) w[n] *= taper[n];
  return w;
}

template <class Real>
Injection<Real>::Injection(const ShotSetup& shot, Fields<Real>& fields) {
  refuse_not_finite(shot);
  const ModelData<Real>& model = fields.model();
  const Settings& settings = model.settings;
  auto stencils = interpolate(shot.sources, PointRole::source, model.space, model.layout, settings);
  const std::size_t samples = shot.wavelets.cols;
  const bool raw = settings.source_scaling == SourceScaling::raw;
  for (std::size_t s = 0; s < stencils.size(); ++s) {
    std::vector<double> w = injected_wavelet(shot.wavelets.row(s), samples, settings.diff_source, model.dt_s);
    if (settings.diff_source && !raw)
      for (double& value : w) value *= model.dt_s;
    series_.emplace_back(w.begin(), w.end());
    const std::size_t first = series_.size() - 1;
    sources_.push_back({std::move(stencils[s]), first, raw ? first + 1 : first});
    if (!raw) {
      add_pressure(sources_.back().stencil, first, model);
      continue;
    }
    // dt^2 w_tt, for the correction of OT4.
    std::vector<Real> second(samples);
    for (std::size_t n = 0; n < samples; ++n) {
      const double before = n == 0 ? 0 : w[n - 1], after = n + 1 == samples ? 0 : w[n + 1];
      second[n] = static_cast<Real>(before - 2 * w[n] + after);
    }
    series_.push_back(std::move(second));
    add_raw(sources_.back().stencil, first, first + 1, fields);
  }
  sort_rows(model.layout);
}

template <class Real>
Injection<Real>::Injection(const Recording<Real>& recording, Rows<const Real> residuals, const ModelData<Real>& model) {
  for (std::size_t r = 0; r < recording.count(); ++r) {
    series_.emplace_back(residuals.row(r), residuals.row(r) + residuals.cols);
    const Stencil& stencil = recording.stencils()[r];
    for (std::size_t c = 0; c < stencil.offsets.size(); ++c)
      shares_.push_back(
          {stencil.offsets[c],
           static_cast<Real>(stencil.weights[c] * static_cast<double>(adjoint_scale(model, stencil.offsets[c]))), r});
  }
  sort_rows(model.layout);
}

template <class Real>
void Injection<Real>::add_pressure(const Stencil& stencil, std::size_t series, const ModelData<Real>& model) {
  const auto& h = model.layout.spacing_m;
  const double widest = *std::max_element(h.begin() + static_cast<std::ptrdiff_t>(model.layout.first_slot()), h.end());
  const double scale = 2 * model.dt_s * speed_at(stencil, model) / widest;
  for (std::size_t n = 0; n < stencil.offsets.size(); ++n)
    shares_.push_back({stencil.offsets[n], static_cast<Real>(scale * stencil.weights[n]), series});
}

// dt^2 c^2 w / prod(h); OT4 adds dt^4/12 (A s + s_tt) of the same s. Where the medium damps, it damps this as well.
template <class Real>
void Injection<Real>::add_raw(const Stencil& stencil, std::size_t series, std::size_t second_series,
                              Fields<Real>& fields) {
  const ModelData<Real>& model = fields.model();
  const auto weight = [&](std::size_t n) { return raw_weight(model, stencil, n); };
  const auto add = [&](std::size_t at, double value, std::size_t of) {
    shares_.push_back({at, static_cast<Real>(value * undamped_share(model, at)), of});
  };
  for (std::size_t n = 0; n < stencil.offsets.size(); ++n) add(stencil.offsets[n], weight(n), series);
  if (model.kernel != Kernel::ot4) return;
  for (std::size_t n = 0; n < stencil.offsets.size(); ++n) add(stencil.offsets[n], weight(n) / 12, second_series);
  Buffer<Real> source(model.layout.size), spread(model.layout.size);
  for (std::size_t n = 0; n < stencil.offsets.size(); ++n) source[stencil.offsets[n]] += static_cast<Real>(weight(n));
  fields.apply(source.data(), spread.data());
  const Layout& l = model.layout;
  for (std::size_t i = 0; i < l.cells[0]; ++i)
    for (std::size_t j = 0; j < l.cells[1]; ++j)
      for (std::size_t k = 0; k < l.cells[2]; ++k) {
        const std::size_t at = l.offset(i, j, k);
        if (spread[at] != 0) add(at, static_cast<double>(spread[at]) / 12, series);
      }
}

// By row, so that what repeats a row elsewhere is brought up to date once.
template <class Real>
void Injection<Real>::sort_rows(const Layout& layout) {
  const auto row_of = [&](const Share& share) {
    const auto plane = static_cast<std::size_t>(layout.plane), pitch = static_cast<std::size_t>(layout.pitch);
    const std::size_t from = share.offset - layout.row(0, 0);
    return std::pair(from / plane, from % plane / pitch);
  };
  std::stable_sort(shares_.begin(), shares_.end(),
                   [&](const Share& a, const Share& b) { return row_of(a) < row_of(b); });
  for (std::size_t n = 0; n < shares_.size(); ++n) {
    const auto [plane, row] = row_of(shares_[n]);
    if (rows_.empty() || rows_.back().plane != plane || rows_.back().row != row) rows_.push_back({plane, row, n, n});
    rows_.back().last = n + 1;
  }
}

template <class Real>
void Injection<Real>::add(std::size_t n, Fields<Real>& fields) const {
  Real* now = fields.now();
  for (const RowOfShares& row : rows_) {
    for (std::size_t s = row.first; s < row.last; ++s)
      now[shares_[s].offset] += shares_[s].weight * series_[shares_[s].series][n];
    fields.refresh_row(now, row.plane, row.row);
  }
}

template <class Real>
void Injection<Real>::take_back(std::size_t n, Fields<Real>& fields) const {
  for (const Share& share : shares_) fields.before()[share.offset] -= share.weight * series_[share.series][n];
}

template <class Real>
Recording<Real>::Recording(const ShotSetup& shot, const ModelData<Real>& model)
    : stencils_(interpolate(shot.receivers, PointRole::receiver, model.space, model.layout, model.settings)) {}

template <class Real>
bool Recording<Real>::record(const Real* field, std::size_t n, Array<Real>& traces) const {
  const std::size_t samples = traces.shape()[1];
  bool finite = true;
  for (std::size_t r = 0; r < stencils_.size(); ++r) {
    double sum = 0;
    for (std::size_t c = 0; c < stencils_[r].offsets.size(); ++c)
      sum += stencils_[r].weights[c] * static_cast<double>(field[stencils_[r].offsets[c]]);
    traces[r * samples + n] = static_cast<Real>(sum);
    finite = finite && std::isfinite(sum);
  }
  return finite;
}

template class Injection<float>;
template class Injection<double>;
template class Recording<float>;
template class Recording<double>;
template double vp_at(const ModelData<float>&, std::size_t);
template double vp_at(const ModelData<double>&, std::size_t);
template double raw_weight(const ModelData<float>&, const Stencil&, std::size_t);
template double raw_weight(const ModelData<double>&, const Stencil&, std::size_t);
template double undamped_share(const ModelData<float>&, std::size_t);
template double undamped_share(const ModelData<double>&, std::size_t);
template float adjoint_scale(const ModelData<float>&, std::size_t);
template double adjoint_scale(const ModelData<double>&, std::size_t);

}  // namespace stride::physics::acoustic
