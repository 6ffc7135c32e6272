// The wave fields of one shot and how one step is taken. Internal to physics/acoustic.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "physics/acoustic/buffer.hpp"
#include "physics/acoustic/free_surface.hpp"
#include "physics/acoustic/general_step.hpp"
#include "physics/acoustic/model_data.hpp"

namespace stride::physics::acoustic {

// One caller at a time; `threads` share the rows of a step.
template <class Real>
class Fields {
 public:
  Fields(std::shared_ptr<const Model<Real>> model, int threads);

  // All fields are zero again.
  void clear();
  // From u (now) and u- to u+ and u.
  void step();
  // The transpose of step(), for the adjoint field times adjoint_scale(): from that and the one later (before) to the
  // one earlier. Where step() is its own transpose it is taken.
  void step_back();
  Real* now() { return now_.data(); }
  const Real* now() const { return now_.data(); }
  // The field one step earlier.
  Real* before() { return before_.data(); }
  const Real* before() const { return before_.data(); }
  // All that the next steps follow from, in state_reals() reals.
  std::size_t state_reals();
  void save(Real* to);
  void load(const Real* from);
  // The two fields of `other`, in the opposite order: where nothing damps, steps then go back in time.
  void turn_back(const Fields& other);
  // Brings what repeats row (i, j) of `field` elsewhere (ghosts, images) up to date after single cells were changed.
  void refresh_row(Real* field, std::size_t i, std::size_t j) const {
    if (!surface_.idle()) surface_.refresh(field, i, j);
  }
  void refresh(Real* field) const;
  // out = vp^2 dt^2 A f; both have the size of the layout. What repeats rows of `f` elsewhere is brought up to date.
  void apply(Real* f, Real* out);
  // The same for a field that is up to date; where no general step is needed, of the rows of the inner domain alone.
  void accelerate(const Real* f, Real* out);
  // Of the rows of the inner domain, one behind the other, of a fused step with split rows.
  void accelerate_inner(const Real* f, Real* out);
  // With OT4, vp^2 dt^2 A of the field that the last step started from; null with OT2.
  const Real* half() const { return half_.empty() ? nullptr : half_.data(); }
  // Null where the fused kernels step.
  GeneralStep<Real>* general() { return general_.get(); }
  const GeneralStep<Real>* general() const { return general_.get(); }
  const ModelData<Real>& model() const { return *data_; }

 private:
  // All rows, or [first, last) of each plane.
  void sweep(RowMode mode, const Real* f, const Real* u, Real* out);
  void sweep(RowMode mode, const Real* f, const Real* u, Real* out, std::size_t first, std::size_t last);
  void sweep_2d(RowMode mode, const Real* f, const Real* u, Real* out, std::size_t begin, std::size_t end);
  void sweep_3d(RowMode mode, const Real* f, const Real* u, Real* out, std::size_t begin, std::size_t end);
  // Reals [first, last) of `rows` rows from (i, j) on, of one plane or of four.
  void run_rows(RowMode mode, const Real* f, const Real* u, Real* out, std::size_t i, std::size_t j, std::size_t rows,
                std::size_t first, std::size_t last, bool four);
  void run_split(RowMode damped_mode, RowMode mode, const Real* f, const Real* u, Real* out, std::size_t i,
                 std::size_t j, std::size_t rows, std::size_t from, std::size_t to, bool four);
  std::size_t rows_alike(std::size_t i, std::size_t planes, std::size_t j, std::size_t end) const;
  bool whole_row_damped(std::size_t i, std::size_t planes, std::size_t j) const;
  void fourth_order_in_one_pass();
  std::vector<Buffer<Real>*> state();
  template <class Act>
  void each_row(const Act& act) const;

  std::shared_ptr<const Model<Real>> keep_;
  const ModelData<Real>* data_;
  int threads_;
  Buffer<Real> now_, before_;
  Buffer<Real> half_;  // OT4: vp^2 dt^2 A u
  FreeSurfaceImage<Real> surface_;
  std::unique_ptr<GeneralStep<Real>> general_;
};

extern template class Fields<float>;
extern template class Fields<double>;

}  // namespace stride::physics::acoustic
