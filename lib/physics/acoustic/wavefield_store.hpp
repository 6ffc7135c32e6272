// Keeps the forward wave field of one shot at every k-th step until the adjoint needs it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "physics/acoustic/buffer.hpp"
#include "physics/acoustic/layout.hpp"
#include "physics/acoustic/scratch_file.hpp"
#include "physics/acoustic/store_settings.hpp"

namespace stride::physics::acoustic {

// Snapshots of the rows of the inner domain and `margin` cells around it, or as many as the extra region has. Split
// rows are kept whole. One caller at a time; it keeps its memory from shot to shot. StoreStrategy::disk has one
// snapshot in memory, any other strategy all.
template <class Real>
class WavefieldStore {
 public:
  // Room for the steps that are kept among as many as a record of `samples` has; a later one takes the place of the
  // earliest. Error(failed): no scratch file can be made.
  WavefieldStore(const Layout& layout, std::size_t margin, std::size_t samples, const StoreSettings& settings);

  bool is_kept(std::size_t step) const { return step % settings_.undersample == 0; }
  std::size_t undersample() const { return settings_.undersample; }
  // Of a step that is kept. `field` has the size of the layout; fetch() leaves cells outside the region alone.
  // `threads` share the rows. Error(failed): the disk is full or fails.
  void keep(std::size_t step, const Real* field, int threads);
  void fetch(std::size_t step, Real* field, int threads) const;
  // The rows of the region themselves, one behind the other, of a step that is kept; null where they are not in memory
  // as they are stepped. For split rows only.
  Real* rows_of(std::size_t step) const {
    return file_ || full_.empty() || !layout_.split ? nullptr : full_.data() + start_of(place_of(step));
  }

  // In memory, and on disk.
  std::uint64_t bytes() const;
  static std::uint64_t bytes(const Layout& layout, std::size_t margin, std::size_t samples,
                             const StoreSettings& settings);
  static std::uint64_t disk_bytes(const Layout& layout, std::size_t margin, std::size_t samples,
                                  const StoreSettings& settings);

 private:
  struct Region {
    std::size_t planes[2], rows[2], reals[2];  // [first, last); reals of a row in memory order
    std::size_t size() const { return (planes[1] - planes[0]) * (rows[1] - rows[0]) * (reals[1] - reals[0]); }
  };
  static Region region_of(const Layout& layout, std::size_t margin);
  static std::size_t snapshots(std::size_t samples, std::size_t undersample);
  template <class Act>
  void each_row(int threads, const Act& act) const;
  Real largest(const Real* field, int threads) const;
  std::size_t place_of(std::size_t step) const { return (step / settings_.undersample - 1) % scales_.size(); }
  // Where a snapshot starts in memory.
  std::size_t start_of(std::size_t place) const { return file_ ? 0 : place * region_.size(); }
  static std::uint64_t snapshot_bytes(const Layout& layout, std::size_t margin, const StoreSettings& settings);
  void* first() const;
  void write(std::size_t place);
  void read(std::size_t place) const;

  Layout layout_;
  StoreSettings settings_;
  Region region_;
  std::unique_ptr<ScratchFile> file_;
  // All snapshots, or the one that goes to the file or comes from there.
  mutable Buffer<Real> full_;
  mutable Buffer<std::uint16_t> halves_;
  std::vector<Real> scales_;  // of each snapshot: what it was multiplied by
};

extern template class WavefieldStore<float>;
extern template class WavefieldStore<double>;

}  // namespace stride::physics::acoustic
