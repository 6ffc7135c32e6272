#include "physics/acoustic/wavefield_store.hpp"

#include <algorithm>
#include <cmath>

#include "physics/acoustic/half_precision.hpp"
#include "runtime/slabs.hpp"

namespace stride::physics::acoustic {

std::size_t automatic_undersample(double f_max_hz, double dt_s) {
  constexpr double least = 4, most = 10;
  return static_cast<std::size_t>(std::clamp(std::floor(1 / (4 * f_max_hz * dt_s)), least, most));
}

template <class Real>
typename WavefieldStore<Real>::Region WavefieldStore<Real>::region_of(const Layout& l, std::size_t margin) {
  std::size_t first[3], last[3];
  for (std::size_t s = 0; s < 3; ++s) {
    first[s] = l.before[s] - std::min(margin, l.before[s]);
    last[s] = l.before[s] + l.inner[s] + std::min(margin, l.after[s]);
  }
  Region region{{first[0], last[0]}, {first[1], last[1]}, {first[2], last[2]}};
  if (l.split) {
    region.reals[0] = 0;
    region.reals[1] = l.row_reals();
  }
  return region;
}

// Steps 1 .. samples - 2 that `undersample` divides.
template <class Real>
std::size_t WavefieldStore<Real>::snapshots(std::size_t samples, std::size_t undersample) {
  return samples < 3 ? 0 : (samples - 2) / undersample;
}

template <class Real>
WavefieldStore<Real>::WavefieldStore(const Layout& layout, std::size_t margin, std::size_t samples,
                                     const StoreSettings& settings)
    : layout_(layout),
      settings_(settings),
      region_(region_of(layout, margin)),
      scales_(snapshots(samples, settings.undersample), Real(1)) {
  if (settings.strategy == StoreStrategy::disk && !scales_.empty())
    file_ = std::make_unique<ScratchFile>(settings.folder);
  const std::size_t count = (file_ ? 1 : scales_.size()) * region_.size();
  if (settings.precision == StoredPrecision::native)
    full_ = Buffer<Real>::used_before(count);
  else
    halves_ = Buffer<std::uint16_t>::used_before(count);
}

template <class Real>
std::uint64_t WavefieldStore<Real>::bytes() const {
  return full_.size() * sizeof(Real) + halves_.size() * sizeof(std::uint16_t);
}

template <class Real>
std::uint64_t WavefieldStore<Real>::snapshot_bytes(const Layout& layout, std::size_t margin,
                                                   const StoreSettings& settings) {
  const std::size_t each = settings.precision == StoredPrecision::native ? sizeof(Real) : sizeof(std::uint16_t);
  return region_of(layout, margin).size() * each;
}

template <class Real>
std::uint64_t WavefieldStore<Real>::bytes(const Layout& layout, std::size_t margin, std::size_t samples,
                                          const StoreSettings& settings) {
  const std::uint64_t count = snapshots(samples, settings.undersample);
  const bool disk = settings.strategy == StoreStrategy::disk && count > 0;
  return (disk ? 1 : count) * snapshot_bytes(layout, margin, settings);
}

template <class Real>
std::uint64_t WavefieldStore<Real>::disk_bytes(const Layout& layout, std::size_t margin, std::size_t samples,
                                               const StoreSettings& settings) {
  if (settings.strategy != StoreStrategy::disk) return 0;
  return snapshots(samples, settings.undersample) * snapshot_bytes(layout, margin, settings);
}

template <class Real>
void* WavefieldStore<Real>::first() const {
  if (full_.empty()) return halves_.data();
  return full_.data();
}

template <class Real>
void WavefieldStore<Real>::write(std::size_t place) {
  if (file_) file_->write(first(), bytes(), place * bytes());
}

// The adjoint goes from the last snapshot to the first.
template <class Real>
void WavefieldStore<Real>::read(std::size_t place) const {
  if (!file_) return;
  file_->read(first(), bytes(), place * bytes());
  if (place > 0) file_->announce(bytes(), (place - 1) * bytes());
}

// Calls act(offset into a snapshot, offset into a field, reals) for each row of the region.
template <class Real>
template <class Act>
void WavefieldStore<Real>::each_row(int threads, const Act& act) const {
  const std::size_t reals = region_.reals[1] - region_.reals[0], rows = region_.rows[1] - region_.rows[0];
  runtime::for_slabs(threads, rows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = region_.planes[0]; i < region_.planes[1]; ++i)
      for (std::size_t j = begin; j < end; ++j)
        act(((i - region_.planes[0]) * rows + j) * reals, layout_.row(i, region_.rows[0] + j) + region_.reals[0],
            reals);
  });
}

// Of each row first: the largest of all does not depend on who took which.
template <class Real>
Real WavefieldStore<Real>::largest(const Real* field, int threads) const {
  const std::size_t reals = region_.reals[1] - region_.reals[0];
  std::vector<Real> of_row(region_.size() / std::max<std::size_t>(reals, 1));
  each_row(threads, [&](std::size_t at, std::size_t from, std::size_t count) {
    Real& most = of_row[at / count];
    for (std::size_t k = 0; k < count; ++k) most = std::max(most, std::abs(field[from + k]));
  });
  return of_row.empty() ? Real{} : *std::max_element(of_row.begin(), of_row.end());
}

namespace {

// The power of two that brings `largest` just below 2^15; 1 for a field of zeros or one that is not finite.
template <class Real>
Real scale_for(Real largest) {
  if (!(largest > 0) || !std::isfinite(largest)) return 1;
  int exponent = 0;
  std::frexp(largest, &exponent);
  return std::ldexp(Real(1), 15 - exponent);
}

}  // namespace

template <class Real>
void WavefieldStore<Real>::keep(std::size_t step, const Real* field, int threads) {
  const std::size_t place = place_of(step), start = start_of(place);
  if (settings_.precision == StoredPrecision::native) {
    each_row(threads, [&](std::size_t at, std::size_t from, std::size_t reals) {
      std::copy_n(field + from, reals, full_.data() + start + at);
    });
    write(place);
    return;
  }
  const Real scale = scale_for(largest(field, threads));
  scales_[place] = scale;
  const bool f16 = settings_.precision == StoredPrecision::f16;
  each_row(threads, [&](std::size_t at, std::size_t from, std::size_t reals) {
    std::uint16_t* to = halves_.data() + start + at;
    for (std::size_t k = 0; k < reals; ++k) {
      const auto value = static_cast<float>(field[from + k] * scale);
      to[k] = f16 ? to_f16(value) : to_bf16(value);
    }
  });
  write(place);
}

template <class Real>
void WavefieldStore<Real>::fetch(std::size_t step, Real* field, int threads) const {
  const std::size_t place = place_of(step), start = start_of(place);
  read(place);
  if (settings_.precision == StoredPrecision::native) {
    each_row(threads, [&](std::size_t at, std::size_t to, std::size_t reals) {
      std::copy_n(full_.data() + start + at, reals, field + to);
    });
    return;
  }
  const Real back = 1 / scales_[place];
  const bool f16 = settings_.precision == StoredPrecision::f16;
  each_row(threads, [&](std::size_t at, std::size_t to, std::size_t reals) {
    const std::uint16_t* from = halves_.data() + start + at;
    for (std::size_t k = 0; k < reals; ++k)
      field[to + k] = static_cast<Real>(f16 ? from_f16(from[k]) : from_bf16(from[k])) * back;
  });
}

template class WavefieldStore<float>;
template class WavefieldStore<double>;

}  // namespace stride::physics::acoustic
