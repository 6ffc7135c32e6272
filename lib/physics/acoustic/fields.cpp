#include "physics/acoustic/fields.hpp"

#include <algorithm>
#include <array>

#include "core/flush_subnormals.hpp"
#include "runtime/slabs.hpp"

namespace stride::physics::acoustic {
namespace {

// Rows of a plane that are worked on together in 3-D: with the reach of the stencil they fit the second-level cache for
// all planes that a step reads.
constexpr std::size_t block_rows = 80;
// Reals of a row that are worked on before the next row: the rows of four planes then stay in the first-level cache.
constexpr std::size_t chunk_vectors = 4;
// Rows in 2-D after which their ghosts are made, while their ends are still in the first-level cache.
constexpr std::size_t ghost_rows = 8;
// Rows of a half step of OT4 in 2-D before the other half follows.
constexpr std::size_t fourth_order_rows = 64;
static_assert(fourth_order_rows > max_reach);

// The mode of damped rows; by_rate: where one array tells the damping.
RowMode damped(RowMode mode, bool by_rate) {
  if (mode == RowMode::ot2) return by_rate ? RowMode::ot2_sponge : RowMode::ot2_damped;
  if (mode == RowMode::ot4) return by_rate ? RowMode::ot4_sponge : RowMode::ot4_damped;
  return mode;
}

}  // namespace

template <class Real>
Fields<Real>::Fields(std::shared_ptr<const Model<Real>> model, int threads)
    : keep_(std::move(model)),
      data_(&keep_->data()),
      threads_(threads),
      now_(data_->layout.size),
      before_(data_->layout.size),
      half_(data_->kernel == Kernel::ot4 ? data_->layout.size : 0),
      surface_(data_->layout, data_->settings, data_->kernels) {
  if (data_->general) general_ = std::make_unique<GeneralStep<Real>>(*data_, surface_, threads);
  clear();
}

template <class Real>
void Fields<Real>::clear() {
  const Layout& l = data_->layout;
  // By the rows that each thread will work on. Rows outside the grid are zero and stay so.
  for (Buffer<Real>* field : {&now_, &before_, &half_}) {
    if (field->empty()) continue;
    Real* p = field->data();
    for (std::size_t i = 0; i < l.cells[0]; ++i)
      runtime::for_slabs(threads_, l.cells[1], [&](std::size_t begin, std::size_t end) {
        const std::size_t pad = l.split ? l.reach * l.lanes : 0;
        for (std::size_t j = begin; j < end; ++j)
          std::fill_n(p + l.row(i, j) - pad, static_cast<std::size_t>(l.pitch), Real{});
      });
    for (std::size_t i = 0; i < l.cells[0]; ++i)
      for (std::size_t j = 0; j < l.cells[1]; ++j)
        if (!surface_.idle()) surface_.refresh(p, i, j);
  }
  if (general_) general_->clear();
}

template <class Real>
std::vector<Buffer<Real>*> Fields<Real>::state() {
  std::vector<Buffer<Real>*> fields = general_ ? general_->memory() : std::vector<Buffer<Real>*>();
  fields.insert(fields.begin(), {&now_, &before_});
  return fields;
}

// Calls act(plane, row, number of the row), by the threads that work on the rows.
template <class Real>
template <class Act>
void Fields<Real>::each_row(const Act& act) const {
  const Layout& l = data_->layout;
  for (std::size_t i = 0; i < l.cells[0]; ++i)
    runtime::for_slabs(threads_, l.cells[1], [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j) act(i, j, i * l.cells[1] + j);
    });
}

template <class Real>
std::size_t Fields<Real>::state_reals() {
  return state().size() * data_->planes() * data_->rows() * data_->layout.row_reals();
}

template <class Real>
void Fields<Real>::save(Real* to) {
  const Layout& l = data_->layout;
  const std::size_t reals = l.row_reals();
  for (const Buffer<Real>* field : state()) {
    each_row([&](std::size_t i, std::size_t j, std::size_t n) {
      std::copy_n(field->data() + l.row(i, j), reals, to + n * reals);
    });
    to += data_->planes() * data_->rows() * reals;
  }
}

// Only the field now is differenced, so that what repeats rows elsewhere is needed of no other.
template <class Real>
void Fields<Real>::load(const Real* from) {
  const Layout& l = data_->layout;
  const std::size_t reals = l.row_reals();
  for (Buffer<Real>* field : state()) {
    each_row([&](std::size_t i, std::size_t j, std::size_t n) {
      std::copy_n(from + n * reals, reals, field->data() + l.row(i, j));
      if (field == &now_) refresh_row(now_.data(), i, j);
    });
    from += data_->planes() * data_->rows() * reals;
  }
}

template <class Real>
void Fields<Real>::turn_back(const Fields& other) {
  const Layout& l = data_->layout;
  each_row([&](std::size_t i, std::size_t j, std::size_t) {
    std::copy_n(other.before_.data() + l.row(i, j), l.row_reals(), now_.data() + l.row(i, j));
    std::copy_n(other.now_.data() + l.row(i, j), l.row_reals(), before_.data() + l.row(i, j));
    refresh_row(now_.data(), i, j);
  });
}

template <class Real>
void Fields<Real>::run_rows(RowMode mode, const Real* f, const Real* u, Real* out, std::size_t i, std::size_t j,
                            std::size_t rows, std::size_t first, std::size_t last, bool four) {
  if (first >= last) return;
  const std::size_t at = data_->layout.row(i, j) + first;
  RowWork<Real> work = data_->row_work(f, out, at, last - first);
  work.u = u == nullptr ? nullptr : u + at;
  work.rows = rows;
  if (four)
    data_->kernels.run_four(mode, work);
  else
    data_->kernels.run(mode, work);
}

template <class Real>
void Fields<Real>::sweep_2d(RowMode mode, const Real* f, const Real* u, Real* out, std::size_t begin, std::size_t end) {
  const RowMode damped_mode = data_->damped ? damped(mode, false) : mode;
  for (std::size_t j = begin; j < end;) {
    const std::size_t rows = rows_alike(0, 1, j, std::min(end, j + ghost_rows));
    run_split(damped_mode, mode, f, u, out, 0, j, rows, 0, data_->layout.row_reals(), false);
    if (!surface_.idle())
      for (std::size_t n = j; n < j + rows; ++n) surface_.refresh(out, 0, n);
    j += rows;
  }
}

// Rows from j on, up to `end`, that are all damped or all not but at their ends, on any of `planes` planes from i on.
template <class Real>
std::size_t Fields<Real>::rows_alike(std::size_t i, std::size_t planes, std::size_t j, std::size_t end) const {
  std::size_t n = j + 1;
  while (n < end && whole_row_damped(i, planes, n) == whole_row_damped(i, planes, j)) ++n;
  return n - j;
}

template <class Real>
bool Fields<Real>::whole_row_damped(std::size_t i, std::size_t planes, std::size_t j) const {
  for (std::size_t p = 0; p < planes; ++p)
    if (data_->row_damped[(i + p) * data_->layout.cells[1] + j] != 0) return true;
  return false;
}

// The ends of rows that are damped there only go apart.
template <class Real>
void Fields<Real>::run_split(RowMode damped_mode, RowMode mode, const Real* f, const Real* u, Real* out, std::size_t i,
                             std::size_t j, std::size_t rows, std::size_t from, std::size_t to, bool four) {
  if (damped_mode == mode || whole_row_damped(i, four ? 4 : 1, j)) {
    run_rows(damped_mode, f, u, out, i, j, rows, from, to, four);
    return;
  }
  const std::size_t first = data_->free_first, last = data_->free_last;
  run_rows(damped_mode, f, u, out, i, j, rows, from, std::min(to, first), four);
  run_rows(mode, f, u, out, i, j, rows, std::max(from, first), std::min(to, last), four);
  run_rows(damped_mode, f, u, out, i, j, rows, std::max(from, last), to, four);
}

// Each of the three parts of a row that are damped or free alike, in chunks of equal length.
template <class Real>
void Fields<Real>::sweep_3d(RowMode mode, const Real* f, const Real* u, Real* out, std::size_t begin, std::size_t end) {
  const Layout& l = data_->layout;
  const RowMode damped_mode = data_->damped ? damped(mode, !data_->e.empty()) : mode;
  const std::array<std::size_t, 4> parts{0, data_->free_first, data_->free_last, l.row_reals()};
  for (std::size_t block = begin; block < end; block += block_rows)
    for (std::size_t i = 0; i < l.cells[0];) {
      const std::size_t planes = i + 4 <= l.cells[0] ? 4 : 1, last = std::min(block + block_rows, end);
      for (std::size_t part = 0; part < 3; ++part) {
        const std::size_t vectors = (parts[part + 1] - parts[part]) / l.lanes;
        const std::size_t chunks = (vectors + chunk_vectors - 1) / chunk_vectors;
        for (std::size_t c = 0; c < chunks; ++c)
          for (std::size_t j = block; j < last;) {
            const std::size_t rows = rows_alike(i, planes, j, last);
            run_rows(part != 1 || whole_row_damped(i, planes, j) ? damped_mode : mode, f, u, out, i, j, rows,
                     parts[part] + vectors * c / chunks * l.lanes, parts[part] + vectors * (c + 1) / chunks * l.lanes,
                     planes == 4);
            j += rows;
          }
      }
      i += planes;
    }
  if (surface_.idle()) return;
  for (std::size_t i = 0; i < l.cells[0]; ++i)
    for (std::size_t j = begin; j < end; ++j) surface_.refresh(out, i, j);
}

template <class Real>
void Fields<Real>::sweep(RowMode mode, const Real* f, const Real* u, Real* out) {
  sweep(mode, f, u, out, 0, data_->rows());
}

template <class Real>
void Fields<Real>::sweep(RowMode mode, const Real* f, const Real* u, Real* out, std::size_t first, std::size_t last) {
  runtime::for_slabs(threads_, last - first, [&](std::size_t begin, std::size_t end) {
    const FlushSubnormals scope;
    if (data_->layout.dim == 2)
      sweep_2d(mode, f, u, out, first + begin, first + end);
    else
      sweep_3d(mode, f, u, out, first + begin, first + end);
  });
}

// The second half follows the first by the reach of the stencil, block by block: what the first half wrote is still in
// the second-level cache, and the rows that either half reads fit the first-level one.
template <class Real>
void Fields<Real>::fourth_order_in_one_pass() {
  const FlushSubnormals scope;
  const std::size_t rows = data_->rows(), lag = data_->layout.reach;
  for (std::size_t b = 0; b < rows + lag; b += fourth_order_rows) {
    const std::size_t end = b + fourth_order_rows;
    sweep_2d(RowMode::first, now_.data(), nullptr, half_.data(), std::min(b, rows), std::min(end, rows));
    sweep_2d(RowMode::ot4, half_.data(), now_.data(), before_.data(), b < lag ? 0 : b - lag, std::min(end - lag, rows));
  }
}

template <class Real>
void Fields<Real>::step() {
  if (general_) {
    general_->step(now_.data(), before_.data(), half_.empty() ? nullptr : half_.data());
  } else if (data_->kernel == Kernel::ot2) {
    sweep(RowMode::ot2, now_.data(), nullptr, before_.data());
  } else if (data_->layout.dim == 2 && threads_ == 1) {
    fourth_order_in_one_pass();
  } else {
    sweep(RowMode::first, now_.data(), nullptr, half_.data());
    sweep(RowMode::ot4, half_.data(), now_.data(), before_.data());
  }
  std::swap(now_, before_);
}

template <class Real>
void Fields<Real>::step_back() {
  if (!data_->pml && data_->loss.empty()) {
    step();
    return;
  }
  general_->step_back(now_.data(), before_.data());
  std::swap(now_, before_);
}

template <class Real>
void Fields<Real>::refresh(Real* field) const {
  const Layout& l = data_->layout;
  for (std::size_t i = 0; i < l.cells[0]; ++i)
    for (std::size_t j = 0; j < l.cells[1]; ++j) refresh_row(field, i, j);
}

template <class Real>
void Fields<Real>::apply(Real* f, Real* out) {
  refresh(f);
  if (general_)
    general_->apply(f, out);
  else
    sweep(RowMode::first, f, nullptr, out);
}

template <class Real>
void Fields<Real>::accelerate(const Real* f, Real* out) {
  const Layout& l = data_->layout;
  if (general_)
    general_->apply(f, out);
  else
    sweep(RowMode::first, f, nullptr, out, l.before[1], l.before[1] + l.inner[1]);
}

template <class Real>
void Fields<Real>::accelerate_inner(const Real* f, Real* out) {
  const Layout& l = data_->layout;
  const std::size_t reals = l.row_reals();
  runtime::for_slabs(threads_, l.inner[1], [&](std::size_t begin, std::size_t end) {
    const FlushSubnormals scope;
    for (std::size_t j = begin; j < end; ++j) {
      RowWork<Real> work = data_->row_work(f, nullptr, l.row(l.before[0], l.before[1] + j), reals);
      work.out = out + j * reals;
      data_->kernels.run(RowMode::first, work);
    }
  });
}

template class Fields<float>;
template class Fields<double>;

}  // namespace stride::physics::acoustic
