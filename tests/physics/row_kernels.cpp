#include "physics/acoustic/row_kernels.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>

#include "core/array.hpp"
#include "core/random.hpp"
#include "physics/acoustic/stencil.hpp"

using namespace stride;
using namespace stride::physics::acoustic;

namespace {

constexpr RowMode modes[] = {RowMode::ot2,        RowMode::ot2_damped, RowMode::first,      RowMode::ot4,
                             RowMode::ot4_damped, RowMode::laplacian,  RowMode::ot2_sponge, RowMode::ot4_sponge};

struct Grid {
  std::size_t reach, dim;
  bool split;
};

// Four planes of a few rows, filled with noise.
template <class Real>
class Bench {
 public:
  Bench(const Grid& grid) : grid_(grid) {
    pad_ = grid.split ? grid.reach * lanes : 2 * lanes;
    pitch_ = count + 2 * pad_;
    plane_ = pitch_ * (rows + 2 * grid.reach);
    size_ = plane_ * (grid.dim == 3 ? 4 + 2 * grid.reach : 1);
    Random random(5);
    for (Array<Real>* field : {&f_, &u_, &m_, &c1_, &c2_, &start_}) {
      *field = Array<Real>::uninitialised({size_});
      for (Real& x : *field) x = static_cast<Real>(random.normal());
    }
    e_ = Array<Real>::uninitialised({size_});
    for (Real& x : e_) x = static_cast<Real>(random.uniform());
    const Weights w = second_derivative(grid.reach);
    weights_.y = Real(0.7);
    weights_.x = Real(1.3);
    weights_.centre = static_cast<Real>(w[0] * (1 + 0.7 + (grid.dim == 3 ? 1.3 : 0)));
    for (std::size_t k = 0; k <= grid.reach; ++k) weights_.row[k] = static_cast<Real>(w[k]);
  }

  // The output after `planes` calls of one row, or one call of four.
  Array<Real> out(const RowKernels<Real>& kernels, RowMode mode, bool four) {
    Array<Real> field = start_.clone();
    for (std::size_t t = 0; t < (four || grid_.dim == 2 ? 1 : 4); ++t) {
      const RowWork<Real> work = work_at(field, t);
      if (four)
        kernels.run_four(mode, work);
      else
        kernels.run(mode, work);
    }
    return field;
  }

  // The same from the definition, cell by cell in double.
  Array<Real> defined(RowMode mode) {
    Array<Real> field = start_.clone();
    for (std::size_t t = 0; t < (grid_.dim == 2 ? 1 : 4); ++t)
      for (std::size_t k = 0; k < count; ++k) {
        const std::size_t at = origin() + t * plane_ + k;
        field[at] = static_cast<Real>(value(mode, at));
      }
    return field;
  }

 private:
  static constexpr std::size_t lanes = 64 / sizeof(Real), count = 6 * lanes, rows = 1;

  std::size_t origin() const { return pad_ + grid_.reach * pitch_ + (grid_.dim == 3 ? grid_.reach * plane_ : 0); }

  RowWork<Real> work_at(Array<Real>& field, std::size_t t) {
    const std::size_t at = origin() + t * plane_;
    RowWork<Real> work;
    work.f = f_.data() + at;
    work.u = u_.data() + at;
    work.out = field.data() + at;
    work.m = m_.data() + at;
    work.c1 = c1_.data() + at;
    work.c2 = c2_.data() + at;
    work.e = e_.data() + at;
    work.count = count;
    work.pitch = static_cast<std::ptrdiff_t>(pitch_);
    work.plane = static_cast<std::ptrdiff_t>(plane_);
    work.weights = &weights_;
    return work;
  }

  double value(RowMode mode, std::size_t at) const {
    const std::size_t step = grid_.split ? lanes : 1;
    double sum = double(weights_.centre) * double(f_[at]);
    for (std::size_t k = 1; k <= grid_.reach; ++k) {
      const double w = weights_.row[k];
      sum += w * (double(f_[at + k * step]) + double(f_[at - k * step]));
      sum += w * double(weights_.y) * (double(f_[at + k * pitch_]) + double(f_[at - k * pitch_]));
      if (grid_.dim == 3) sum += w * double(weights_.x) * (double(f_[at + k * plane_]) + double(f_[at - k * plane_]));
    }
    const double f = f_[at], u = u_[at], m = m_[at], c1 = c1_[at], c2 = c2_[at], e = e_[at], before = start_[at];
    const double q = (1 - c2) / 2;
    switch (mode) {
      case RowMode::ot2:
        return 2 * f - before + m * sum;
      case RowMode::ot2_damped:
        return c1 * f + c2 * before + q * m * sum;
      case RowMode::first:
        return m * sum;
      case RowMode::ot4:
        return 2 * u - before + f + m / 12 * sum;
      case RowMode::ot4_damped:
        return c1 * u + c2 * before + q * (f + m / 12 * sum);
      case RowMode::laplacian:
        return sum;
      case RowMode::ot2_sponge:
        return ((2 - e * e) * f + (e - 1) * before + m * sum) / (1 + e);
      case RowMode::ot4_sponge:
        return ((2 - e * e) * u + (e - 1) * before + f + m / 12 * sum) / (1 + e);
    }
    return 0;
  }

  Grid grid_;
  std::size_t pad_ = 0, pitch_ = 0, plane_ = 0, size_ = 0;
  Array<Real> f_, u_, m_, c1_, c2_, e_, start_;
  LaplacianWeights<Real> weights_;
};

template <class Real>
double largest_difference(const Array<Real>& a, const Array<Real>& b) {
  double difference = 0, peak = 0;
  for (std::size_t n = 0; n < a.size(); ++n) {
    difference = std::max(difference, std::abs(double(a[n]) - double(b[n])));
    peak = std::max(peak, std::abs(double(b[n])));
  }
  return difference / peak;
}

template <class Real>
bool same_bits(const Array<Real>& a, const Array<Real>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Real)) == 0;
}

template <class Real>
void check_variants(const Grid& grid, double tolerance) {
  Bench<Real> bench(grid);
  for (const RowMode mode : modes) {
    CAPTURE(grid.reach);
    CAPTURE(grid.dim);
    CAPTURE(grid.split);
    CAPTURE(static_cast<int>(mode));
    const Array<Real> want = bench.defined(mode);
    Array<Real> first;
    for (const auto& kernels : all_row_kernels<Real>(grid.reach, grid.dim, grid.split)) {
      CAPTURE(kernels.processor);
      const Array<Real> got = bench.out(kernels, mode, false);
      CHECK(largest_difference(got, want) < tolerance);
      if (first.empty()) first = got.clone();
      if (kernels.processor != "baseline") CHECK(same_bits(got, first));
      if (grid.dim == 3) CHECK(same_bits(bench.out(kernels, mode, true), got));
      if (grid.dim == 2) CHECK(!kernels.four[static_cast<std::size_t>(mode)]);
    }
  }
}

}  // namespace

TEST_CASE("row kernels: all variants compute what the modes say, with the same bits where sums are fused") {
  for (const std::size_t reach : {2U, 4U, 5U, 6U})
    for (const auto& [dim, split] : {std::pair{2U, true}, std::pair{2U, false}, std::pair{3U, false}}) {
      check_variants<float>({reach, dim, split}, 1e-6);
      check_variants<double>({reach, dim, split}, 1e-14);
    }
}
