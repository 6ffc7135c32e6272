#include "physics/acoustic/model.hpp"

#include <cmath>

#include "core/error.hpp"
#include "physics/acoustic/attenuation.hpp"
#include "physics/acoustic/damping.hpp"
#include "physics/acoustic/memory.hpp"
#include "physics/acoustic/model_data.hpp"
#include "physics/acoustic/stencil.hpp"
#include "runtime/slabs.hpp"

namespace stride::physics::acoustic {
namespace {

template <class Real>
LaplacianWeights<Real> laplacian_weights(const Layout& layout) {
  LaplacianWeights<Real> weights;
  const Weights w = second_derivative(layout.reach);
  const auto ratio = [&](std::size_t slot) {
    const double r = layout.spacing_m[2] / layout.spacing_m[slot];
    return r * r;
  };
  weights.y = static_cast<Real>(ratio(1));
  weights.x = static_cast<Real>(ratio(0));
  weights.centre = static_cast<Real>(w[0] * (1 + ratio(1) + (layout.dim == 3 ? ratio(0) : 0)));
  for (std::size_t k = 0; k <= layout.reach; ++k) weights.row[k] = static_cast<Real>(w[k]);
  return weights;
}

// Values of the inner domain, extended by those of the edge.
class Extended {
 public:
  Extended(const Array<float>& field, const Layout& layout) : field_(field), layout_(layout) {}

  double at(std::size_t i, std::size_t j, std::size_t k) const {
    return field_[(inner(0, i) * layout_.inner[1] + inner(1, j)) * layout_.inner[2] + inner(2, k)];
  }

 private:
  std::size_t inner(std::size_t slot, std::size_t cell) const {
    const std::size_t before = layout_.before[slot];
    const std::size_t from = cell < before ? 0 : cell - before;
    return from < layout_.inner[slot] ? from : layout_.inner[slot] - 1;
  }
  const Array<float>& field_;
  const Layout& layout_;
};

// The damping of one cell: u_tt + 2 g1 u_t + g0 u = A u, to which `one_sided` adds
// 2 one_sided (u+ - u)/dt.
struct CellDamping {
  double rate = 0;       // g1, 1/s
  double square = 0;     // g0, 1/s^2
  double one_sided = 0;  // 1/s
};

template <class Real>
class Builder {
 public:
  Builder(ModelData<Real>& data, const MediumView& medium, double vp_max)
      : d_(data),
        medium_(medium),
        needs_(step_needs(data.space, data.settings, medium.rho != nullptr, medium.alpha != nullptr)),
        sponge_(data.space, data.layout),
        vp_(*medium.vp, data.layout) {
    d_.damped = needs_.damped;
    d_.lossy = needs_.lossy;
    d_.general = needs_.general;
    if (d_.settings.boundary == Boundary::pml) d_.pml = std::make_unique<Pml>(d_.space, d_.layout, vp_max, d_.dt_s);
  }

  void fill(int threads) {
    allocate();
    for (std::size_t i = 0; i < d_.planes(); ++i)
      runtime::for_slabs(threads, d_.rows(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t j = begin; j < end; ++j) fill_row(i, j);
      });
    mark_rows();
  }

 private:
  void allocate() {
    const std::size_t size = d_.layout.size;
    d_.m = Buffer<Real>(size);
    if (needs_.by_rate) {
      d_.e = Buffer<Real>(size);
    } else if (d_.damped || d_.general) {
      d_.c1 = Buffer<Real>(size);
      d_.c2 = Buffer<Real>(size);
    }
    if (d_.general) d_.q = Buffer<Real>(size);
    if (medium_.rho != nullptr) {
      d_.rho = Buffer<Real>(size);
      for (std::size_t slot = d_.layout.first_slot(); slot < 3; ++slot) d_.lightness[slot] = Buffer<Real>(size);
    }
    if (needs_.squared) d_.loss = Buffer<Real>(size);
  }

  CellDamping damping(std::size_t i, std::size_t j, std::size_t k, double vp) const {
    CellDamping cell;
    if (needs_.sponge) {
      const double g = vp * sponge_.strength(i, j, k);
      if (d_.settings.boundary == Boundary::sponge_stride) {
        const double d = 7 * d_.dt_s * g;
        cell.rate = vp * vp * d;
        cell.square = vp * vp * d * d;
      } else {
        cell.rate = g;
        cell.square = g * g;
      }
    }
    if (needs_.lossy) {
      const double loss = loss_rate(vp, Extended(*medium_.alpha, d_.layout).at(i, j, k));
      (d_.settings.compat_stride ? cell.one_sided : cell.rate) += loss;
    }
    return cell;
  }

  // The cell is on a free surface at the high face of this axis, so that its half point lies beyond it.
  bool surface_above(std::size_t slot, std::size_t cell) const {
    const auto& surface = d_.settings.free_surface;
    return surface && surface->high && d_.layout.slot(surface->axis) == slot && cell > 0 &&
           cell + 1 == d_.layout.cells[slot];
  }

  void fill_row(std::size_t i, std::size_t j) {
    const double dt = d_.dt_s, h = d_.layout.spacing_m[2];
    for (std::size_t k = 0; k < d_.layout.row_length(); ++k) {
      const std::size_t at = d_.layout.offset(i, j, k);
      const double vp = vp_.at(i, j, k);
      const double courant = vp * dt / h;
      d_.m[at] = static_cast<Real>(courant * courant);
      if (!d_.e.empty()) d_.e[at] = static_cast<Real>(damping(i, j, k, vp).rate * dt);
      if (!d_.c1.empty()) {
        const CellDamping cell = damping(i, j, k, vp);
        const double e = cell.rate * dt, one_sided = 2 * cell.one_sided * dt;
        const double q = 1 / (1 + e + one_sided);
        d_.c1[at] = static_cast<Real>((2 - cell.square * dt * dt + one_sided) * q);
        d_.c2[at] = static_cast<Real>((-(1 - e)) * q);
        if (d_.general) d_.q[at] = static_cast<Real>(q);
      }
      if (medium_.rho != nullptr) {
        const Extended rho(*medium_.rho, d_.layout);
        const double here = rho.at(i, j, k);
        d_.rho[at] = static_cast<Real>(here);
        for (std::size_t slot = d_.layout.first_slot(); slot < 3; ++slot) {
          // The edge value goes on behind the last cell; behind a free surface stands its image.
          const std::size_t cell = slot == 0 ? i : slot == 1 ? j : k;
          const bool mirrored = surface_above(slot, cell);
          const auto shifted = [&](std::size_t index, std::size_t axis) {
            if (axis != slot) return index;
            return mirrored ? index - 1 : index + 1;
          };
          const double next = rho.at(shifted(i, 0), shifted(j, 1), shifted(k, 2));
          const double lightness = d_.settings.compat_stride ? 1 / here : 0.5 / here + 0.5 / next;
          d_.lightness[slot][at] = static_cast<Real>(lightness);
        }
      }
      if (!d_.loss.empty())
        d_.loss[at] =
            static_cast<Real>(loss_per_laplacian(vp, Extended(*medium_.alpha, d_.layout).at(i, j, k)) * dt / (h * h));
    }
  }

  void mark_rows() {
    d_.row_damped.assign(d_.planes() * d_.rows(), 1);
    const bool everywhere = !needs_.sponge || d_.layout.split || needs_.lossy;
    const std::size_t lanes = d_.layout.lanes;
    d_.free_first = (sponge_.free_first() + lanes - 1) / lanes * lanes;
    d_.free_last =
        sponge_.free_last() == d_.layout.row_length() ? d_.layout.row_reals() : sponge_.free_last() / lanes * lanes;
    if (everywhere || d_.free_first >= d_.free_last) {
      d_.free_first = d_.free_last = d_.layout.row_reals();
      return;
    }
    for (std::size_t i = 0; i < d_.planes(); ++i)
      for (std::size_t j = 0; j < d_.rows(); ++j)
        if (sponge_.only_row_ends(i, j)) d_.row_damped[i * d_.rows() + j] = 0;
  }

  ModelData<Real>& d_;
  const MediumView& medium_;
  const StepNeeds needs_;
  Sponge sponge_;
  Extended vp_;
};

}  // namespace

template <class Real>
Model<Real>::Model(const MediumView& medium, double dt_s, const Settings& settings, const Stability& stability,
                   int threads)
    : data_(std::make_unique<ModelData<Real>>()) {
  if (pml_is_untested(*medium.space, settings, stability))
    throw Error(ErrorKind::usage, "physics.boundary", "pml is not known to be stable with kernel OT4 at this step",
                "take a smaller time.step, or boundary: sponge");
  data_->space = *medium.space;
  data_->settings = settings;
  data_->kernel = stability.kernel;
  data_->dt_s = dt_s;
  data_->layout = make_layout(*medium.space, settings, sizeof(Real));
  data_->kernels = pick_row_kernels<Real>(data_->layout.reach, data_->layout.dim, data_->layout.split);
  data_->weights = laplacian_weights<Real>(data_->layout);
  Builder<Real>(*data_, medium, stability.vp_max).fill(threads);
}

template <class Real>
Model<Real>::~Model() = default;
template <class Real>
Model<Real>::Model(Model&&) noexcept = default;
template <class Real>
Model<Real>& Model<Real>::operator=(Model&&) noexcept = default;

template <class Real>
std::uint64_t Model<Real>::bytes(const Space& space, const Settings& settings, Kernel kernel, bool has_rho,
                                 bool has_alpha) {
  return memory_need(space, settings, kernel, has_rho, has_alpha, sizeof(Real)).model;
}

template <class Real>
std::uint64_t Model<Real>::propagator_bytes(const Space& space, const Settings& settings, Kernel kernel, bool has_rho,
                                            bool has_alpha) {
  return memory_need(space, settings, kernel, has_rho, has_alpha, sizeof(Real)).propagator;
}

template class Model<float>;
template class Model<double>;

}  // namespace stride::physics::acoustic
